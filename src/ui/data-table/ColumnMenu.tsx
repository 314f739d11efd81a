import { Button } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, Minus, Plus, Tick } from '@blueprintjs/icons'
import type { KeyboardEvent, MouseEvent, ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import styles from './ColumnMenu.module.css'
import type { Column } from './columns.ts'
import type { RememberedColumns } from './remembered-columns.ts'

export interface ColumnMenuProps<Row> {
  remembered: RememberedColumns<Row>
  /** Of the shown columns, in pixels; undefined where there are none, as on cards. */
  widths: readonly number[] | undefined
}

/** Pixels a press makes a column wider. */
const step = 20

/** In each line the same buttons stand in the same places: where a key leads from one of them. */
function goalOf({ key, target }: KeyboardEvent<HTMLElement>): Element | null | undefined {
  const button = target as HTMLElement // Nothing else takes the focus in a line.
  if (key === 'ArrowLeft') return button.previousElementSibling
  if (key === 'ArrowRight') return button.nextElementSibling
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const line = button.closest('li')
  const beside = key === 'ArrowUp' ? line?.previousElementSibling : line?.nextElementSibling
  return beside?.querySelector(`[data-does=${button.dataset.does}]`)
}

function obey(event: KeyboardEvent<HTMLElement>): void {
  const goal = goalOf(event)
  if (!(goal instanceof HTMLElement)) return
  goal.focus()
  event.preventDefault()
}

/** Every column with what can be done with it, by finger and by keys. The first names the row and has its place. */
export function ColumnMenu<Row>({ remembered, widths }: ColumnMenuProps<Row>) {
  const { t } = useTranslation()
  const { ordered, shown } = remembered
  const widthOf = (column: Column<Row>) =>
    widths?.[shown.indexOf(column)] ?? remembered.widths[column.key] ?? column.width
  return (
    <>
      <ul className={styles.columns} aria-label={t('table.columns')} onKeyDown={obey}>
        {ordered.map((column, at) => {
          const { key, header } = column
          const does = (what: 'up' | 'down' | 'narrower' | 'wider', icon: ReactElement, act?: () => void) => (
            <Button
              variant="minimal"
              icon={icon}
              data-does={what}
              aria-disabled={act === undefined}
              aria-label={t(`widgets.columns.${what}`, { column: header })}
              title={t(`widgets.columns.${what}`, { column: header })}
              onClick={({ currentTarget }: MouseEvent<HTMLElement>) => {
                flushSync(() => act?.())
                currentTarget.focus() // Which a line loses that is moved.
              }}
            />
          )
          const moved = (to: Column<Row> | undefined) =>
            at > 0 && to !== undefined && to !== ordered[0] ? () => remembered.move(key, to.key) : undefined
          const sized = (change: number) => () => remembered.resize(key, widthOf(column) + change)
          const isShown = remembered.isShown(column)
          return (
            <li key={key}>
              <button
                type="button"
                role="checkbox"
                className={styles.shown}
                data-does="toggle"
                aria-checked={isShown}
                aria-disabled={at === 0}
                onClick={() => at > 0 && remembered.toggle(column)}
              >
                <span className={styles.tick}>{isShown && <Tick />}</span>
                {header}
              </button>
              {does('up', <ArrowUp />, moved(ordered[at - 1]))}
              {does('down', <ArrowDown />, moved(ordered[at + 1]))}
              {widths && does('narrower', <Minus />, sized(-step))}
              {widths && does('wider', <Plus />, sized(step))}
            </li>
          )
        })}
      </ul>
      <Button
        variant="minimal"
        fill
        className={styles.reset}
        text={t('table.columnsReset')}
        onClick={remembered.reset}
      />
    </>
  )
}
