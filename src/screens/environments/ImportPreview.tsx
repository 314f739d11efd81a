import { Button, ButtonGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { ArrowDown, Download, Exchange, Globe, Undo } from '@blueprintjs/icons'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportField } from '../../../domain/import-columns.ts'
import type { PreparedLine } from '../../../domain/import-table.ts'
import type { Block, Replacement, Shown } from '../../machines/environments/environment-import.ts'
import { LatePopover } from '../../ui/LatePopover.tsx'
import styles from './ImportDialog.module.css'
import { ImportSheet } from './ImportSheet.tsx'
import type { useProxyTries } from './use-proxy-tries.ts'

interface ImportPreviewProps {
  lines: readonly PreparedLine[]
  /** Whether their proxies can be reached, as far as that was tried. */
  proxies: ReturnType<typeof useProxyTries>
  fields: readonly ImportField[]
  problems: ReadonlyMap<number, ReadonlyMap<string, string>>
  shown: Shown
  counts: Readonly<Record<Shown, number>>
  canUndo: boolean
  canFill: boolean
  canReplace: (field: ImportField, find: string, by: string) => boolean
  replacement: Replacement
  /** How many cells a replacement would write over. */
  countOf: (field: ImportField, find: string) => number
  onShow: (shown: Shown) => void
  onEdit: (line: number, field: ImportField, text: string) => void
  onDrop: (line: number) => void
  onSelect: (block: Block) => void
  onPaste: (text: string) => void
  onFill: () => void
  onAim: (replacement: Partial<Replacement>) => void
  onReplace: (field: ImportField, find: string, by: string) => void
  onUndo: () => void
  onDownload: () => void
}

const views = ['open', 'good', 'all'] as const

/** Whether keys and what is pasted belong to a field that is being typed in. */
const isTyped = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** The lines as they would be imported, with the tools that finish many of them at once. */
export function ImportPreview(props: ImportPreviewProps) {
  const { lines, proxies, fields, problems, shown, counts, canUndo, canFill, canReplace, countOf, replacement } = props
  const { onShow, onEdit, onDrop, onSelect, onPaste, onFill, onAim, onReplace, onUndo, onDownload } = props
  const { t } = useTranslation()
  const paste = (event: ClipboardEvent) => {
    if (isTyped(event.target)) return
    event.preventDefault()
    onPaste(event.clipboardData.getData('text/plain'))
  }
  const press = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    if (isTyped(event.target) || !(event.ctrlKey || event.metaKey) || !['z', 'd'].includes(key)) return
    event.preventDefault()
    if (key === 'z') onUndo()
    else onFill()
  }
  return (
    // What is pasted, and keys, come from the sheet's own cells.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <section className={styles.preview} aria-label={t('importing.shown.title')} onPaste={paste} onKeyDown={press}>
      <header className={styles.tools}>
        <ButtonGroup variant="outlined">
          {views.map((view) => (
            <Button
              key={view}
              size="small"
              active={view === shown}
              aria-pressed={view === shown}
              text={t(`importing.shown.${view}`, { n: counts[view] })}
              onClick={() => onShow(view)}
            />
          ))}
        </ButtonGroup>
        <span className={styles.space} />
        <span role="status" className={styles.small}>
          {(['silent', 'untried'] as const)
            .filter((one) => proxies.counts[one] > 0)
            .map((one) => t(`importing.tries.${one}Lines`, { count: proxies.counts[one] }))
            .join(' · ')}
        </span>
        {(proxies.left > 0 || proxies.isBusy) && (
          <Button
            size="small"
            variant="minimal"
            icon={<Globe size={14} />}
            loading={proxies.isBusy}
            text={t('importing.tries.begin', { count: proxies.left })}
            onClick={proxies.begin}
          />
        )}
        <Button
          size="small"
          variant="minimal"
          icon={<Undo size={14} />}
          text={t('importing.undo')}
          disabled={!canUndo}
          onClick={onUndo}
        />
        <Button
          size="small"
          variant="minimal"
          icon={<ArrowDown size={14} />}
          text={t('importing.fill')}
          disabled={!canFill}
          onClick={onFill}
        />
        <LatePopover content={<Replace {...{ fields, countOf, canReplace, replacement, onAim, onReplace }} />}>
          <Button size="small" variant="minimal" icon={<Exchange size={14} />} text={t('importing.replace.title')} />
        </LatePopover>
        {counts.open > 0 && (
          <Button
            size="small"
            variant="outlined"
            icon={<Download size={14} />}
            text={t('importing.download', { count: counts.open })}
            onClick={onDownload}
          />
        )}
      </header>
      <div className={styles.rows}>
        {lines.length === 0 ? (
          <p className={styles.none}>{t('importing.shown.none')}</p>
        ) : (
          <ImportSheet
            lines={lines}
            fields={fields}
            problems={problems}
            tries={proxies.tries}
            onEdit={onEdit}
            onDrop={onDrop}
            onSelect={onSelect}
          />
        )}
      </div>
    </section>
  )
}

type ReplaceProps = Pick<
  ImportPreviewProps,
  'fields' | 'countOf' | 'canReplace' | 'replacement' | 'onAim' | 'onReplace'
>

/** Replaces a text in all cells of a column. */
function Replace({ fields, countOf, canReplace, replacement, onAim, onReplace }: ReplaceProps) {
  const { t } = useTranslation()
  const { find, by } = replacement
  const field = fields.find((one) => one === replacement.field) ?? fields[0] ?? 'name'
  const count = countOf(field, find)
  return (
    <form
      className={styles.replace}
      onSubmit={(event) => {
        event.preventDefault()
        onReplace(field, find, by)
      }}
    >
      <HTMLSelect
        aria-label={t('importing.replace.in')}
        value={field}
        onChange={({ target }) => onAim({ field: fields.find((one) => one === target.value) })}
      >
        {fields.map((one) => (
          <option key={one} value={one}>
            {t(`importing.column.${one}`)}
          </option>
        ))}
      </HTMLSelect>
      <InputGroup
        aria-label={t('importing.replace.find')}
        placeholder={t('importing.replace.find')}
        value={find}
        onValueChange={(text) => onAim({ find: text })}
      />
      <InputGroup
        aria-label={t('importing.replace.by')}
        placeholder={t('importing.replace.by')}
        value={by}
        onValueChange={(text) => onAim({ by: text })}
      />
      <Button
        type="submit"
        intent="primary"
        disabled={!canReplace(field, find, by)}
        text={t('importing.replace.all', { count })}
      />
    </form>
  )
}
