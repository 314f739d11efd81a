import type { StateValue } from 'xstate'

/** The paths of all states that are current, with those around them: `session`, `session.signedIn`, … */
export function currentPaths(machine: string, value: StateValue): string[] {
  const within = (path: string, inner: StateValue): string[] =>
    typeof inner === 'string'
      ? [`${path}.${inner}`]
      : Object.entries(inner).flatMap(([key, deeper]) => [
          `${path}.${key}`,
          ...(deeper === undefined ? [] : within(`${path}.${key}`, deeper)),
        ])
  return [machine, ...within(machine, value)]
}

const drawnState = /(<g id="(?:node|clust)\d+" class=")([^"]*)(">\n<title>)([^<]*)(?=<\/title>)/g
const drawnArrow = /(<g id="edge\d+" class=")([^"]*)(">\n<title>)([^<]*)(?=<\/title>)/g

const mark = (drawing: string, places: RegExp, word: string, is: (title: string) => boolean): string =>
  drawing.replaceAll(places, (whole, head: string, names: string, middle: string, title: string) =>
    is(title) ? `${head}${names} ${word}${middle}${title}` : whole,
  )

/** The drawing with the current states marked `lit`, and `open` the arrows that lead on from them. */
export function litDrawing(svg: string, paths: readonly string[]): string {
  const current = new Set(paths)
  const isCurrent = (title: string): boolean => current.has(title.replace(/^cluster_/, '').replace(/\.anywhere$/, ''))
  const withoutStyle = svg.replace(/<style>[^]*?<\/style>/, '')
  const states = mark(withoutStyle, drawnState, 'lit', isCurrent)
  return mark(states, drawnArrow, 'open', (title) => isCurrent(title.split('&#45;&gt;')[0] ?? ''))
}
