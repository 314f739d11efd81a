import statusStyles from '../StatusTag.module.css'
import styles from '../DataTable.module.css'
import type { CellAction, Column, Meter } from './columns.ts'

/** Draws one cell again and again, for whichever row stands there; it touches the page only where something differs. */
export interface CellPainter<Row> {
  readonly element: HTMLElement
  draw(row: Row): void
}

/** What a cell says where there is nothing to say. */
const nothing = '—'

const onlyChanges = (write: (value: string) => void): ((value: string) => void) => {
  let last = ''
  return (value) => {
    if (value === last) return
    last = value
    write(value)
  }
}

function textIn(element: HTMLElement): (text: string) => void {
  const node = document.createTextNode('')
  element.append(node)
  return onlyChanges((text) => {
    node.data = text
  })
}

function cellFor<Row>({ align, mono, kind, header }: Column<Row>): HTMLElement {
  const element = document.createElement('div')
  element.setAttribute('role', 'gridcell')
  element.className = [styles.cell, align === 'right' && styles.right, mono && styles.mono, styles[kind]]
    .filter(Boolean)
    .join(' ')
  // For cards (cards.module.css), which have no header to say it.
  element.dataset.kind = kind
  element.dataset.header = header
  element.toggleAttribute('data-figure', align === 'right')
  return element
}

function valuePainter<Row>(
  element: HTMLElement,
  valueOf: (row: Row) => string | null,
  whyNothing?: (row: Row) => string,
): CellPainter<Row> {
  const write = textIn(element)
  const mark = onlyChanges((is) => element.toggleAttribute('data-nothing', is === nothing))
  const explain = onlyChanges((why) => {
    element.dataset.why = why
  })
  return {
    element,
    draw: (row) => {
      const text = valueOf(row)
      const isEmpty = text === null || text === ''
      write(isEmpty ? nothing : text)
      mark(isEmpty ? nothing : '')
      if (whyNothing !== undefined) explain(isEmpty ? whyNothing(row) : '')
    },
  }
}

function statusPainter<Row>(element: HTMLElement, column: Column<Row> & { kind: 'status' }): CellPainter<Row> {
  const dot = element.appendChild(document.createElement('span'))
  dot.className = statusStyles.dot ?? ''
  const tint = onlyChanges((tone) => {
    dot.dataset.tone = tone
  })
  const write = textIn(element)
  return {
    element,
    draw: (row) => {
      const { tone, text } = column.render(row)
      tint(tone)
      write(text)
    },
  }
}

function meterPainter<Row>(element: HTMLElement, meterOf: (row: Row) => Meter | null): CellPainter<Row> {
  const bar = element.appendChild(document.createElement('span'))
  bar.className = styles.bar ?? ''
  const write = textIn(element)
  const fill = onlyChanges((percent) => bar.style.setProperty('--share', `${percent}%`))
  const tint = onlyChanges((tone) => {
    bar.dataset.tone = tone
  })
  return {
    element,
    draw: (row) => {
      const meter = meterOf(row)
      bar.hidden = meter === null
      fill(String(Math.min(100, Math.max(0, meter?.percent ?? 0))))
      tint(meter?.tone ?? 'off')
      write(meter?.text ?? nothing)
    },
  }
}

function buttonPainter(): { button: HTMLButtonElement; draw: (action: CellAction) => void } {
  const button = document.createElement('button')
  button.type = 'button'
  // The row is the tab stop: Enter, Space and the menu key do what its buttons do.
  button.tabIndex = -1
  const write = textIn(button)
  const name = onlyChanges((id) => {
    button.dataset.action = id
  })
  const excuse = onlyChanges((reason) => {
    if (reason === '') button.removeAttribute('title')
    else button.title = reason
    button.setAttribute('aria-disabled', String(reason !== ''))
  })
  return {
    button,
    draw: ({ id, label, reason, main }) => {
      name(id)
      button.toggleAttribute('data-main', main === true)
      write(label)
      excuse(reason ?? '')
    },
  }
}

function actionsPainter<Row>(element: HTMLElement, actionsOf: (row: Row) => readonly CellAction[]): CellPainter<Row> {
  const painters: ReturnType<typeof buttonPainter>[] = []
  return {
    element,
    draw: (row) => {
      const actions = actionsOf(row)
      for (let index = 0; index < actions.length; index += 1) {
        const action = actions[index]
        if (action === undefined) continue
        let painter = painters[index]
        if (painter === undefined) {
          painter = painters[index] = buttonPainter()
          element.append(painter.button)
        }
        painter.button.hidden = false
        painter.draw(action)
      }
      for (const { button } of painters.slice(actions.length)) button.hidden = true
    },
  }
}

function tagPainter(element: HTMLElement) {
  const tag = element.appendChild(document.createElement('span'))
  tag.className = styles.tag ?? ''
  const dot = tag.appendChild(document.createElement('i'))
  return {
    tag,
    tint: onlyChanges((colour) => {
      dot.style.backgroundColor = colour
    }),
    write: textIn(tag),
  }
}

function tagsPainter<Row>(element: HTMLElement, column: Column<Row> & { kind: 'tags' }): CellPainter<Row> {
  const painters: ReturnType<typeof tagPainter>[] = []
  return {
    element,
    draw: (row) => {
      const tags = column.render(row)
      tags.forEach(({ text, colour }, index) => {
        const painter = (painters[index] ??= tagPainter(element))
        painter.tag.hidden = false
        painter.tint(colour)
        painter.write(text)
      })
      for (const { tag } of painters.slice(tags.length)) tag.hidden = true
    },
  }
}

function placePainter<Row>(element: HTMLElement, column: Column<Row> & { kind: 'place' }): CellPainter<Row> {
  const grip = element.appendChild(document.createElement('span'))
  grip.dataset.grip = ''
  grip.className = styles.grip ?? ''
  const write = textIn(element)
  const excuse = onlyChanges((reason) => {
    grip.title = reason
    grip.toggleAttribute('data-fixed', reason !== '')
  })
  return {
    element,
    draw: (row) => {
      const { text, reason } = column.render(row)
      write(text)
      excuse(reason ?? '')
    },
  }
}

/** A painter for the column's cells. `ago` words a Unix time in milliseconds as how long ago it is. */
export function paintCell<Row>(column: Column<Row>, ago: (at: number) => string): CellPainter<Row> {
  const element = cellFor(column)
  switch (column.kind) {
    case 'text':
      return valuePainter(element, column.render, column.whyNothing)
    case 'since':
      return valuePainter(element, (row) => {
        const at = column.render(row)
        return at === null ? null : ago(at)
      })
    case 'tags':
      return tagsPainter(element, column)
    case 'status':
      return statusPainter(element, column)
    case 'place':
      return placePainter(element, column)
    case 'meter':
      return meterPainter(element, column.render)
    case 'link':
      return actionsPainter(element, (row) => [column.render(row)])
    default:
      return actionsPainter(element, column.render)
  }
}
