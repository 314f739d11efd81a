import type { Column } from './columns.ts'

/** In pixels, as DataTable.module.css has them: what stands beside the words of a heading or cell. */
const padding = 20
const dot = 15
const bar = 22

const context = document.createElement('canvas').getContext('2d')

/** How wide a text is, in pixels, in the typeface of headings or of cells. */
function widthOf(text: string, style: string): number {
  if (context === null) return 0
  context.font = style
  return context.measureText(text).width
}

/** Columns with what they need, in pixels: for their headings, and for the longest that each says. */
export function withNeeds<Row>(columns: readonly Column<Row>[]) {
  const { fontFamily } = getComputedStyle(document.body)
  const mono = getComputedStyle(document.documentElement).getPropertyValue('--mono')
  return columns.map((column) => {
    const beside = column.kind === 'status' ? dot : column.kind === 'meter' ? bar : 0
    const cell = column.mono === true ? `12px ${mono}` : `14px ${fontFamily}`
    const heading = Math.ceil(widthOf(column.header, `600 14px ${fontFamily}`)) + padding
    const said = (column.says ?? []).map((text) => Math.ceil(widthOf(text, cell)) + beside + padding)
    const needs = { heading, said: Math.max(0, ...said) }
    return { ...column, needs, width: Math.max(column.width, column.kind === 'actions' ? needs.said : 0) }
  })
}
