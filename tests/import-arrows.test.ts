import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import rules from '../oxlint.config.ts'

/** A file, what it may import, and what it may not (DESIGN: imports point one way); behind a `#`, one name of a module. */
const arrows = [
  {
    file: 'domain/a.ts',
    allowed: ['./codes.ts'],
    forbidden: [
      '../server/app.ts',
      '../generated/body-rules.ts',
      '../packages/machines-inspector/src/recording/recorder.ts',
      '../texts/catalogue.ts',
      'node:fs',
      'react',
      'fastify',
    ],
  },
  {
    file: 'texts/zh-CN/a.ts',
    allowed: ['../../domain/roles.ts'],
    forbidden: ['../../src/routes.ts', '../../server/http/app.ts', '../../agent/main.ts', 'react'],
  },
  {
    file: 'server/a.ts',
    allowed: ['../domain/codes.ts', '../generated/contract-types.ts'],
    forbidden: ['../src/main.tsx', '../agent/main.ts', '../phone/main.ts', 'node:fs#writeFileSync'],
  },
  { file: 'server/operations/a.ts', allowed: ['../../domain/codes.ts'], forbidden: ['../../agent/main.ts'] },
  {
    file: 'agent/a.ts',
    allowed: ['../domain/codes.ts', '../generated/contract-types.ts'],
    forbidden: ['../server/http/app.ts', '../phone/main.ts', '../src/main.tsx', 'node:fs/promises#writeFile'],
  },
  {
    file: 'phone/adbd/a.ts',
    allowed: ['node:net'],
    forbidden: [
      '../../domain/codes.ts',
      '../../generated/contract-types.ts',
      '../../agent/main.ts',
      '../../server/app.ts',
    ],
  },
  {
    file: 'packages/machines-inspector/src/view/a.ts',
    allowed: ['react', 'xstate', '../recording/recorder.ts'],
    forbidden: [
      '../../../../domain/codes.ts',
      '../../../../src/ui/moment.ts',
      '../../../../generated/secret-fields.ts',
      '../../../../texts/catalogue.ts',
      '@blueprintjs/core',
      '@xstate/react',
      'react-i18next',
      'node:fs',
    ],
  },
  {
    file: 'src/a.ts',
    allowed: ['../domain/codes.ts', '../packages/machines-inspector/src/recording/recorder.ts'],
    forbidden: ['../server/app.ts', '../agent/main.ts', '../phone/main.ts', 'node:fs'],
  },
  {
    file: 'src/api/a.ts',
    allowed: ['../../domain/codes.ts', '../../generated/contract-types.ts'],
    forbidden: ['../machines/session/session.ts', '../ui/DataTable.tsx', 'react'],
  },
  {
    file: 'src/machines/session/a.ts',
    allowed: ['../../api/session-calls.ts', '../../api/client.ts#token'],
    forbidden: [
      'react',
      '@blueprintjs/core',
      '../../screens/session/Login.tsx',
      '../../ui/DataTable.tsx',
      '../../api/client.ts#api',
    ],
  },
  {
    file: 'src/screens/session/a.ts',
    allowed: ['../../machines/session/session.ts'],
    forbidden: ['../../api/client.ts', '../../../generated/body-rules.ts', '../../../server/app.ts', '@xstate/react'],
  },
  {
    file: 'src/screens/boxes/a.ts',
    allowed: ['../../api/boxes.ts', '../../api/messages.ts#type SiteMessage'],
    forbidden: ['../../api/messages.ts'],
  },
  {
    file: 'src/video/a.ts',
    allowed: ['../../domain/codes.ts'],
    forbidden: [
      '../machines/session/session.ts',
      '../api/client.ts',
      '../../generated/body-rules.ts',
      'react',
      '../../server/app.ts',
    ],
  },
  {
    file: 'src/ui/a.ts',
    allowed: ['react'],
    forbidden: [
      '../machines/session/session.ts',
      '../api/client.ts',
      '../../generated/body-rules.ts',
      '../screens/session/Login.tsx',
    ],
  },
]

/** Lints each file, in a folder with the project's rules, and answers those with an import that is refused. */
function refusedFiles(files: { file: string; text: string }[]): Set<string> {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-arrows-'))
  try {
    // The arrows need no types, and the folder has no packages.
    writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify({ ...rules, options: { typeAware: false } }))
    for (const { file, text } of files) {
      const path = join(folder, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `${text}\n`)
    }
    const { stdout } = spawnSync(join(process.cwd(), 'node_modules/.bin/oxlint'), ['--format=json'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const { diagnostics, number_of_files } = JSON.parse(stdout) as {
      diagnostics: { code: string; filename: string }[]
      number_of_files: number
    }
    expect(number_of_files).toBe(files.length)
    return new Set(
      diagnostics.filter(({ code }) => code.includes('no-restricted-imports')).map(({ filename }) => filename),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the import arrows', () => {
  const cases = arrows.flatMap(({ file, allowed, forbidden }) => [
    ...allowed.map((imported) => ({ folder: dirname(file), imported, may: true })),
    ...forbidden.map((imported) => ({ folder: dirname(file), imported, may: false })),
  ])
  const files = cases.map(({ folder, imported, may }, index) => {
    const [from, name] = imported.split('#')
    const text = `export ${name === undefined ? '*' : `{ ${name} }`} from '${from}'`
    return { file: join(folder, `probe-${index}.ts`), text, folder, imported, may }
  })
  const refused = refusedFiles(files)

  for (const { file, folder, imported, may } of files) {
    test(`${folder} ${may ? 'may' : 'may not'} import ${imported}`, () => {
      expect(refused.has(file)).toBe(!may)
    })
  }
})

describe('a screen has no effects', () => {
  const effects = ['useEffect', 'useLayoutEffect', 'useInsertionEffect']
  const ways = effects.flatMap((effect) => [
    `import { ${effect} } from 'react'\nexport const use = () => ${effect}(() => {})`,
    `import { ${effect} as hook } from 'react'\nexport const use = () => hook(() => {})`,
    `import React from 'react'\nexport const use = () => React.${effect}(() => {})`,
    `import React, { useState } from 'react'\nexport const use = () => [useState(0), React.${effect}(() => {})]`,
    `import { default as all } from 'react'\nexport const use = () => all.${effect}(() => {})`,
    `import * as React from 'react'\nexport const use = () => React.${effect}(() => {})`,
    `export { ${effect} } from 'react'`,
  ])
  const allowed = `import { useState } from 'react'\nexport const use = () => useState(0)`
  const files = [allowed, ...ways].map((text, index) => ({ file: `src/screens/session/probe-${index}.ts`, text }))
  const refused = refusedFiles(files)

  test('but may have state of its own', () => {
    expect(refused.has(files[0]?.file ?? '')).toBe(false)
  })

  for (const { file, text } of files.slice(1)) {
    test(`whether by ${text.split('\n').join('; ')}`, () => {
      expect(refused.has(file)).toBe(true)
    })
  }
})

const folderOf = (path: string) => path.split('/')[1] ?? ''
const arrowsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)]
    .map(([, imported = '']) => join(dirname(file), imported))
    .filter((imported) => imported.startsWith('server/') && folderOf(imported) !== folderOf(file))
    .map((imported) => `${folderOf(file)} > ${folderOf(imported)}`)

describe('the server', () => {
  const files = globSync('server/*/**/*.ts')

  test('has no two folders that import each other', () => {
    const arrows = new Set(files.flatMap(arrowsOf))
    expect(arrows.size).toBeGreaterThan(50)
    expect([...arrows].filter((arrow) => arrows.has(arrow.split(' > ').toReversed().join(' > ')))).toEqual([])
  })

  test('has no two files of one name, but those that every noun has', () => {
    const nouns = new Set(['announce.ts', 'operations.ts', 'rules.ts', 'start.ts', 'undo.ts'])
    const names = files.map((file) => basename(file)).filter((name) => !nouns.has(name))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})
