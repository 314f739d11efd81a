import type { Page } from 'playwright'

/** Runs in the page: rows of text that are reused as they leave the window, and nothing else. */
function showRows({ count, columns, rowHeight }: { count: number; columns: number; rowHeight: number }): void {
  document.body.style.cssText = 'margin: 0; font: 13px sans-serif'
  const grid = document.createElement('div')
  grid.role = 'grid'
  grid.style.cssText = 'height: 100vh; overflow: auto; position: relative; contain: strict'
  const whole = document.createElement('div')
  whole.style.height = `${count * rowHeight}px`
  grid.append(whole)
  document.body.replaceChildren(grid)
  const rows = Array.from({ length: Math.ceil(innerHeight / rowHeight) + 8 }, () => {
    const row = document.createElement('div')
    row.role = 'row'
    row.style.cssText = `position: absolute; top: 0; height: ${rowHeight}px; width: 100%; display: flex; contain: strict`
    const cells = Array.from({ length: columns }, () => {
      const cell = document.createElement('div')
      cell.role = 'gridcell'
      cell.style.cssText = 'flex: 1; overflow: hidden; white-space: nowrap'
      return cell.appendChild(document.createTextNode('')).parentElement ?? cell
    })
    row.append(...cells)
    whole.append(row)
    return { row, cells, shows: -1 }
  })
  const draw = (): void => {
    const top = Math.max(0, Math.floor(grid.scrollTop / rowHeight) - 4)
    for (let index = top; index < Math.min(count, top + rows.length); index += 1) {
      const slot = rows[index % rows.length]
      if (slot === undefined || slot.shows === index) continue
      slot.shows = index
      slot.row.style.transform = `translateY(${index * rowHeight}px)`
      for (const [column, { firstChild }] of slot.cells.entries())
        if (firstChild !== null) firstChild.nodeValue = `${column} of ${index}`
    }
  }
  let isAsked = false
  grid.addEventListener('scroll', () => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      draw()
    })
  })
  draw()
}

/** Fills an empty page with the least that shows so many rows of twelve columns: what a table can at best be. */
export const openBareRows = (page: Page, count: number): Promise<void> =>
  page.evaluate(showRows, { count, columns: 12, rowHeight: 30 })
