import { holds, type Figure, type Spread } from '../figure.ts'

/** A number as it is read: four digits, thousands apart. */
export const inShort = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 4 })

/** What would end a cell of Markdown, or begin a tag, as text. */
export const cellOf = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('|', '\\|')

const withSpread = (value: number, unit: string, spread?: Spread): string =>
  `${inShort(value)} ${unit}`.trim() + (spread === undefined ? '' : ` (${spread.map(inShort).join(' to ')})`)

function limitsOf({ bound, atLeast, unit, peer }: Figure): string {
  const own = bound === undefined ? [] : [`${atLeast ? '≥' : '≤'} ${inShort(bound)} ${unit}`.trim()]
  const besidePeer = peer?.most === undefined ? [] : [`≤ ${inShort(peer.most)} × its peer`]
  return [...own, ...besidePeer].join(', ')
}

const besideOf = ({ value, unit, peer }: Figure): string =>
  peer === undefined
    ? ''
    : `${inShort(value / peer.value)} × ${cellOf(peer.name)}: ${withSpread(peer.value, unit, peer.spread)}`

export const tableHead =
  '| figure | measured (least to most) | limit | beside it, in the same run | |\n|---|---|---|---|---|'

/** A figure as a row of Markdown; a limit that it misses is marked. */
export const rowOf = (figure: Figure): string => {
  const measured = withSpread(figure.value, figure.unit, figure.spread)
  return `| ${cellOf(figure.name)} | ${measured} | ${limitsOf(figure)} | ${besideOf(figure)} | ${holds(figure) ? '' : '**MISSED**'} |`
}
