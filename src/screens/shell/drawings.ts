/** Drawn by `npm run charts`. They come with the page, which then needs no network. */
const drawings = import.meta.glob<string>('../../../docs/machines/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const fileOf = (machine: string): string =>
  `../../../docs/machines/${machine.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.svg`

/** The drawing of a machine by its id; undefined where `npm run charts` has not drawn it yet. */
export const drawingOf = (machine: string): string | undefined => drawings[fileOf(machine)]
