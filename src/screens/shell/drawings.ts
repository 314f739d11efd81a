import type { Drawing, Drawings } from '../../../packages/machines-inspector/src/view/drawings.ts'

/** Drawn by `npm run charts`. They come with the page, which then needs no network. */
const files = import.meta.glob<string>('../../../docs/machines/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const fileOf = (machine: string): string =>
  `../../../docs/machines/${machine.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.svg`

const missing: Drawing = { is: 'missing' }
const made = new Map<string, Drawing>()

/** The same object each time that it is asked for. */
function drawingOf(machine: string): Drawing {
  const svg = files[fileOf(machine)]
  const drawing: Drawing = made.get(machine) ?? (svg === undefined ? missing : { is: 'drawn', svg })
  made.set(machine, drawing)
  return drawing
}

/** Drawings of machines by their id; missing where `npm run charts` has not drawn one yet. None of them changes. */
export const drawings: Drawings = { of: drawingOf, subscribe: () => () => undefined }
