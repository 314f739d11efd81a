import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chartSvg } from '../src/charts/chart-svg.ts'
import { machine } from './shop/machine.ts'

const here = join(import.meta.dirname, '..')
const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
}
const declared = Object.keys({ ...dependencies, ...peerDependencies })

/** Where a source says that something else is to be had from: by `from`, by `import` alone, or by `import()`. */
const importsOf = (source: string): string[] =>
  [...source.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*(['"])([^'"]+)\1/g)].map(([, , from = '']) => from)

const sources = globSync('src/**/*.{ts,tsx}', { cwd: here })
const imports = sources.flatMap((file) =>
  importsOf(readFileSync(join(here, file), 'utf8')).map((from) => ({ file, from })),
)

describe('a stranger who reads the sources', () => {
  test('finds every package that they import among what is declared, and everything declared in use', () => {
    const packages = imports.filter(({ from }) => !from.startsWith('.'))
    const named = new Set(
      packages.map(({ from }) =>
        from
          .split('/')
          .slice(0, from.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
    )
    expect([...named].toSorted()).toEqual(declared.filter((name) => !name.startsWith('@types/')).toSorted())
  })

  test('finds every other import within them', () => {
    const own = imports.filter(({ from }) => from.startsWith('.'))
    expect(own.length).toBeGreaterThan(60)
    const known = new Set([...sources, ...globSync('src/**/*.css', { cwd: here })])
    const outside = own.filter(({ file, from }) => !known.has(join(dirname(file), from)))
    expect(outside).toEqual([])
  })

  test('finds nothing that takes a bundler, a test or this repository for granted', () => {
    const words = /import\.meta\.(?:env|glob)|process\.env|\bphonedeck\b/i
    const taking = sources.filter((file) => words.test(readFileSync(join(here, file), 'utf8')))
    // The format of recordings was named before the package was one, and stays what it is.
    expect(taking.toSorted()).toEqual(
      ['recorder', 'recording-file', 'recording'].map((name) => `src/recording/${name}.ts`),
    )
  })
})

test('the picture of the README is what the package draws', async () => {
  const file = join(here, 'chart.svg')
  await expect(chartSvg(machine)).resolves.toBe(readFileSync(file, 'utf8'))
  expect(readFileSync(join(here, 'README.md'), 'utf8')).toContain(`](${relative(here, file)})`)
})
