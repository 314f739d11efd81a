import { Button, HTMLSelect, ProgressBar } from '@blueprintjs/core'
import { Add, ArrowRight } from '@blueprintjs/icons'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ValueUse } from '../../../domain/import-table.ts'
import { valueFields, type Choices, type Target, type ValueField } from '../../../domain/import-values.ts'
import styles from './ImportDialog.module.css'

type Decide = (field: ValueField, targets: readonly (readonly [text: string, target: Target])[]) => void

interface ImportValuesProps {
  values: readonly ValueUse[]
  choices: Choices
  onDecide: Decide
}

/** Of one field, as many values as somebody would go through one by one. */
const maxShown = 100

/** What the values of a file stand for: each way of writing is decided once for all lines. */
export const ImportValues = memo(function ImportValues({ values, choices, onDecide }: ImportValuesProps) {
  const { t } = useTranslation()
  const done = values.filter(({ target }) => target !== undefined).length
  const fields = valueFields.filter((field) => values.some((use) => use.field === field))
  return (
    <section className={styles.panel} aria-label={t('importing.values.title')}>
      <header className={styles.head}>
        <h3>{t('importing.values.title')}</h3>
        <span className={styles.small}>{t('importing.values.hint')}</span>
        {values.length > 0 && (
          <span className={styles.progress}>
            <span>{t('importing.values.decided', { done, all: values.length })}</span>
            <ProgressBar
              intent={done === values.length ? 'success' : 'warning'}
              animate={false}
              stripes={false}
              value={done / values.length}
              aria-label={t('importing.values.decided', { done, all: values.length })}
            />
          </span>
        )}
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.list} tabIndex={0} role="group" aria-label={t('importing.values.title')}>
        {values.length === 0 && <p className={styles.none}>{t('importing.values.none')}</p>}
        {fields.map((field) => (
          <FieldValues
            key={field}
            field={field}
            values={values.filter((use) => use.field === field)}
            choices={choices}
            onDecide={onDecide}
          />
        ))}
      </div>
    </section>
  )
})

const isUndecided = ({ target }: ValueUse): boolean => target === undefined

/** The values of one field. */
function FieldValues({ field, values, choices, onDecide }: ImportValuesProps & { field: ValueField }) {
  const { t } = useTranslation()
  const undecided = values.filter(isUndecided)
  const isOfGroups = field === 'groups'
  // As some are decided, others move up that are not.
  const listed = [...values.slice(0, maxShown), ...values.slice(maxShown).filter(isUndecided).slice(0, maxShown)]
  return (
    <>
      <h4 className={styles.field}>
        <span>{t(`importing.column.${field}`)}</span>
        <span className={styles.small}>
          {t('importing.values.decided', { done: values.length - undecided.length, all: values.length })}
        </span>
        {isOfGroups && undecided.length > 1 && (
          <Button
            size="small"
            variant="minimal"
            intent="primary"
            icon={<Add size={12} />}
            text={t('importing.values.makeAll', { count: undecided.length })}
            onClick={() =>
              onDecide(
                field,
                undecided.map(({ text }) => [text, { made: text }]),
              )
            }
          />
        )}
      </h4>
      {listed.map((use) => (
        <Value key={use.text} use={use} choices={choices} onDecide={onDecide} />
      ))}
      {values.length > listed.length && (
        <p className={styles.none}>{t('importing.values.more', { count: values.length - listed.length })}</p>
      )}
    </>
  )
}

interface ValueProps extends Omit<ImportValuesProps, 'values'> {
  use: ValueUse
}

/** One value, in how many lines it is, and what it stands for. */
function Value({ use: { field, text, count, target, by }, choices, onDecide }: ValueProps) {
  const { t } = useTranslation()
  const blank = field === 'proxy_type' ? t('importing.values.noType') : t('importing.values.blank')
  const name = text === '' ? blank : text
  const canMake = field === 'groups' && text !== '' && !choices.groups.some(({ value }) => value === text)
  const decide = (to: Target) => onDecide(field, [[text, to]])
  // Codes of regions have no spaces, names of groups no bars: neither is taken for what stands for no choice or a new group.
  const chosen = target === undefined ? '|' : 'made' in target ? '|made' : target.is
  return (
    <div className={styles.value} data-open={target === undefined} data-withheld>
      <strong className={text === '' ? styles.faint : undefined} title={name}>
        {name}
      </strong>
      <span className={styles.count}>{t('importing.lines', { count })}</span>
      <ArrowRight size={14} className={styles.arrow} />
      <HTMLSelect
        fill
        aria-label={`${t(`importing.column.${field}`)} ${name}`}
        value={chosen}
        onChange={({ target: { value } }) => decide(value === '|made' ? { made: text } : { is: value })}
      >
        {target === undefined && (
          <option value="|" disabled>
            {t('importing.values.choose')}
          </option>
        )}
        {canMake && <option value="|made">{t('importing.values.make', { name: text })}</option>}
        {field !== 'proxy_type' && <option value="">{t(`importing.values.empty.${field}`)}</option>}
        {choices[field].map(({ value, names }) => (
          <option key={value} value={value}>
            {names[0] ?? value}
          </option>
        ))}
      </HTMLSelect>
      {canMake && target === undefined ? (
        <Button
          size="small"
          variant="minimal"
          intent="primary"
          text={t('importing.values.make', { name: text })}
          onClick={() => decide({ made: text })}
        />
      ) : (
        <span className={styles.by} data-by={by}>
          {t(`importing.by.${by}`)}
        </span>
      )}
    </div>
  )
}
