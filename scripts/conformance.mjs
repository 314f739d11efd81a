// Reads docs/conformance.md: a table whose rows each name a statement of the specification and the tests that prove it.
// Nothing here reads a file or ends a process: that is for npm run check and npm test.

/** A row begins with its number: the section, then a count. */
const numbered = /^\| *(\d+\.\d+) *\|/

/** A test, as a row names it: its file, then its title, behind those of its groups where it takes them to tell it apart. */
const reference = /^`([^`]+)` › (.+)$/

/** `{ file, titles }` of what a row names; undefined where it names no test. */
function proofIn(text) {
  const [, file, path] = reference.exec(text.trim()) ?? []
  return file === undefined
    ? undefined
    : { file, titles: path.split(' › ').map((title) => title.replaceAll('\\|', '|')) }
}

/** `{ number, statement, proofs }` of each row, in their order. What is no reference to a test is no proof. */
export function rowsOf(markdown) {
  return markdown
    .split('\n')
    .filter((line) => numbered.test(line))
    .map((line) => {
      const [, number, statement, tests = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
      const proofs = tests.split('<br>').map(proofIn)
      return { number, statement, proofs: proofs.filter((proof) => proof !== undefined) }
    })
}

/** Vitest fills the title of `test.each` in: `%s`, `%j`, `%i`, `$name`. */
export function patternOf(title) {
  const pieces = title.split(/%[sdifjo]|\$[A-Za-z_]\w*/).map((piece) => piece.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  return new RegExp(`^${pieces.join('.*')}$`, 's')
}

const wordsFor = ({ file, titles }) => `${file} › ${titles.join(' › ')}`

/** What every row needs, whatever became of its tests. */
function flawsOf(rows) {
  if (rows.length === 0) return ['the table has no rows']
  const seen = new Set()
  return rows.flatMap(({ number, proofs }) => {
    const twice = seen.has(number)
    seen.add(number)
    return [
      ...(twice ? [`${number} stands there twice`] : []),
      ...(proofs.length === 0 ? [`${number} names no test`] : []),
    ]
  })
}

/**
 * What is wrong with the rows after a run of the whole suite, a sentence each.
 * `results` are those of Vitest's JSON report, with file names from the repository's root.
 */
export function unprovenRows(rows, results) {
  const tests = results.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: name,
      path: [...ancestorTitles, title],
      status,
    })),
  )
  const complaintAbout = (proof) => {
    const patterns = proof.titles.map(patternOf)
    const found = tests.filter(({ file, path }) => {
      const last = path.slice(-patterns.length)
      return file === proof.file && last.length === patterns.length && patterns.every((one, at) => one.test(last[at]))
    })
    if (found.length === 0) return 'did not run'
    return found.every(({ status }) => status === 'passed') ? undefined : 'did not pass'
  }
  const unproven = rows.flatMap(({ number, proofs }) =>
    proofs.flatMap((proof) => {
      const complaint = complaintAbout(proof)
      return complaint === undefined ? [] : [`${number}: ${wordsFor(proof)} ${complaint}`]
    }),
  )
  return [...flawsOf(rows), ...unproven]
}

/** The ways in which a title may stand in a source file. */
const literalsOf = (title) => [
  `'${title.replaceAll("'", String.raw`\'`)}'`,
  `"${title.replaceAll('"', String.raw`\"`)}"`,
  `\`${title}\``,
]

/** What is wrong with the rows as they are written. `read` answers a file's text; undefined where there is none. */
export function unwrittenRows(rows, read) {
  const missing = rows.flatMap(({ number, proofs }) =>
    proofs.flatMap((proof) => {
      const source = read(proof.file)
      if (source === undefined) return [`${number}: there is no ${proof.file}`]
      const isThere = proof.titles.every((title) => literalsOf(title).some((literal) => source.includes(literal)))
      return isThere ? [] : [`${number}: ${wordsFor(proof)} is not there`]
    }),
  )
  return [...flawsOf(rows), ...missing]
}
