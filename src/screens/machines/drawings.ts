/** Drawn by `npm run charts`; they come with the repository, so that the page needs no network. */
const files = import.meta.glob<string>('../../../docs/machines/*.svg', { query: '?raw', import: 'default' })

const loading = new Map<string, Promise<string>>()

const fileOf = (machine: string): string =>
  `../../../docs/machines/${machine.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.svg`

/** The drawing of a machine by its id; empty where `npm run charts` has not drawn it yet. The same promise each time. */
export function drawingOf(machine: string): Promise<string> {
  const known = loading.get(machine)
  if (known !== undefined) return known
  const drawing = files[fileOf(machine)]?.() ?? Promise.resolve('')
  loading.set(machine, drawing)
  return drawing
}
