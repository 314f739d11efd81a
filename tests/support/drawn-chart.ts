interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

const number = String.raw`(-?[\d.]+)`
const box = `<rect x="${number}" y="${number}" width="${number}" height="${number}"`

const rectangleOf = (numbers: readonly (string | undefined)[]): Rectangle => {
  const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number)
  return { x, y, width, height }
}

const meet = (one: Rectangle, other: Rectangle): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

const holds = (outer: Rectangle, inner: Rectangle): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

/** How far a point is from a box. */
const gap = ({ x, y, width, height }: Rectangle, [left, top]: readonly [number, number]): number =>
  Math.hypot(Math.max(x - left, 0, left - x - width), Math.max(y - top, 0, top - y - height))

/** Where lines of text stand, whose letters are no higher than 10 pixels and go 3 below the line. */
const wordsIn = (part: string): Rectangle[] =>
  [...part.matchAll(new RegExp(`<text [^>]*?x="${number}" y="${number}" textLength="${number}"`, 'g'))].map(
    ([, x, y, width]) => ({ x: Number(x), y: Number(y) - 10, width: Number(width), height: 13 }),
  )

/** A chart's drawing as what is to be seen of it. */
export function drawnChart(svg: string) {
  const [, ...size] = /<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  const [width = 0, height = 0] = size.map(Number)
  const states = [...svg.matchAll(new RegExp(`<g class="state([^"]*)" data-state="([^"]*)">${box}`, 'g'))].map(
    ([, names = '', path = '', ...numbers]) => ({
      path,
      isFrame: names.includes('frame'),
      box: rectangleOf(numbers),
    }),
  )
  const chips = [
    ...svg.matchAll(
      new RegExp(`<g class="transition ([^"]*)" data-transition="([^"]*)"><title>[^<]*</title>${box}(.*?)</g>`, 'g'),
    ),
  ].map(([, heat = '', name = '', x, y, width, height, words = '']) => ({
    heat,
    name,
    box: rectangleOf([x, y, width, height]),
    words: wordsIn(words),
  }))
  const names = [...svg.matchAll(/data-state="([^"]*)">(?:<rect [^>]*>)*(<text class="name".*?<\/text>)/g)].map(
    ([, path = '', text = '']) => ({ path, words: wordsIn(text) }),
  )
  const arrows = [
    ...svg.matchAll(
      /<g class="arrow ([^"]*)" data-from="([^"]*)" data-to="([^"]*)"><path class="way" d="M([\d.]+) ([\d.]+)[^"]*"\/><path class="tip" d="M([\d.]+) ([\d.]+)/g,
    ),
  ].map(([, heat = '', from = '', to = '', ...numbers]) => {
    const [x = 0, y = 0, endX = 0, endY = 0] = numbers.map(Number)
    return { heat, from, to, start: [x, y] as const, end: [endX, endY] as const }
  })
  const dots = [...svg.matchAll(new RegExp(`<circle cx="${number}" cy="${number}"`, 'g'))].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  )
  return { width, height, states, names, chips, arrows, dots }
}

/** Pixels of margin that a drawing may have. */
const widestMargin = 40
/** Pixels from a starting dot to the state that it starts in. */
const maxBeginning = 24

/** Whether words are missing, or not in their box. */
const stick = (words: readonly Rectangle[], box: Rectangle | undefined): boolean =>
  words.length === 0 || words.some((line) => box === undefined || !holds(box, line))

/** What is wrong with a drawing, to the eye. */
export function faultsOf(svg: string): string[] {
  const { width, height, states, names, chips, arrows, dots } = drawnChart(svg)
  const paper = { x: 0, y: 0, width, height }
  const leaves = states.filter(({ isFrame }) => !isFrame)
  const things = [...states.map(({ path, box }) => ({ name: path, box })), ...chips]
  const boxAt = (path: string) => states.find((state) => state.path === path)?.box
  const faults: string[] = []

  for (const { name, words, box } of chips) if (stick(words, box)) faults.push(`the words of ${name} stick out`)
  for (const { path, words } of names) if (stick(words, boxAt(path))) faults.push(`the name of ${path} sticks out`)
  if (names.length !== states.length) faults.push(`${names.length} names of ${states.length} states`)
  for (const { name, box } of things) if (!holds(paper, box)) faults.push(`${name} is cut`)
  for (const [index, one] of chips.entries())
    for (const other of chips.slice(index + 1))
      if (meet(one.box, other.box)) faults.push(`${one.name} lies on ${other.name}`)
  for (const { path, box } of leaves) {
    for (const chip of chips)
      if (meet(chip.box, box) && !holds(box, chip.box)) faults.push(`${chip.name} lies on ${path}`)
    for (const other of leaves)
      if (other.path > path && meet(box, other.box)) faults.push(`${path} lies on ${other.path}`)
  }
  for (const { path, box } of states)
    for (const outer of states)
      if (outer.isFrame && path.startsWith(`${outer.path}.`) && !holds(outer.box, box))
        faults.push(`${path} is not in ${outer.path}`)
  for (const { from, to, start, end } of arrows) {
    const [first, last] = [boxAt(from), boxAt(to)]
    if (first === undefined || gap(first, start) > 1) faults.push(`the arrow to ${to} does not begin at ${from}`)
    if (last === undefined || gap(last, end) > 1) faults.push(`the arrow from ${from} does not end at ${to}`)
  }
  for (const dot of dots)
    if (!states.some(({ box }) => gap(box, dot) > 0 && gap(box, dot) <= maxBeginning))
      faults.push(`a dot floats at ${dot.join()}`)
  const margins = [
    Math.min(...things.map(({ box }) => box.x)),
    Math.min(...things.map(({ box }) => box.y)),
    width - Math.max(...things.map(({ box }) => box.x + box.width)),
    height - Math.max(...things.map(({ box }) => box.y + box.height)),
  ]
  if (margins.some((margin) => margin > widestMargin)) faults.push(`margins of ${margins.join()}`)
  return faults
}
