import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { build, preview, type PreviewServer } from 'vite'
import { violationsOf } from '../../../../tests/support/accessibility.ts'
import { openBrowser, watchedPage } from '../../../../tests/support/browser.ts'

const here = join(import.meta.dirname, '../..')
const packages = join(here, '../../node_modules')
const readme = readFileSync(join(here, 'README.md'), 'utf8')
/** What the README asks an application to write, to the letter. */
const [, lines = ''] = /```tsx\n([^]*?)```/.exec(readme) ?? []

/** An application that knows the package by its name alone. */
const application = `
import { StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { machine } from './machine.ts'
${lines}
function Shop() {
  const now = useSyncExternalStore((tell) => actor.subscribe(tell).unsubscribe, () => actor.getSnapshot())
  return (
    <main>
      <h1>Shop</h1>
      <p role="status">{JSON.stringify(now.value)} with {now.context.items}</p>
      <button onClick={() => actor.send({ type: 'add' })}>Put in the cart</button>
      <button onClick={() => actor.send({ type: 'pay' })}>Pay</button>
      <button onClick={() => actor.send({ type: 'sign in', password: 'correct-horse-1' })}>Sign in</button>
    </main>
  )
}
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Shop />
    <div style={{ height: 'calc(100vh - 80px)' }}><Inspection /></div>
  </StrictMode>,
)
`
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shop</title><link rel="icon" href="data:,"><style>body { margin: 0; font-family: sans-serif } main { height: 80px; padding: 0 16px; overflow: hidden } main > * { margin: 4px 8px 0 0 } h1 { font-size: 14px }</style>
<div id="root"></div><script type="module" src="./main.tsx"></script></html>`

const settings = {
  compilerOptions: {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  },
  include: ['*.ts', '*.tsx'],
}

const folder = mkdtempSync(join(tmpdir(), 'machines-inspector-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a command of the project in a folder. @throws what it says where it fails */
function run(command: string, args: string[], cwd: string): string {
  const env = { ...process.env, PATH: `${join(packages, '.bin')}:${process.env.PATH}` }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

/** What is in the package, as npm tells it. */
let files: string[]

beforeAll(() => {
  const told = run('npm', ['pack', '--json', '--pack-destination', folder], here)
  const [packed] = JSON.parse(told.slice(told.indexOf('[\n'))) as { filename: string; files: { path: string }[] }[]
  files = packed?.files.map(({ path }) => path) ?? []
  const installed = join(folder, 'node_modules/machines-inspector')
  mkdirSync(installed, { recursive: true })
  run('tar', ['-xzf', join(folder, packed?.filename ?? ''), '--strip-components=1', '-C', installed], folder)
  // What npm would install with it, and the application's own; nothing else is there.
  for (const name of ['elkjs', 'react', 'react-dom', 'xstate', '@types/react', '@types/react-dom', 'csstype']) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
    symlinkSync(join(packages, name), join(folder, 'node_modules', name))
  }
  cpSync(join(here, 'tests/shop/machine.ts'), join(folder, 'machine.ts'))
  writeFileSync(join(folder, 'main.tsx'), application)
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
})

describe('the package', () => {
  test('holds what its sources become, what it is licensed and explained by, and nothing else', () => {
    const sources = readdirSync(join(here, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.\w+$/.test(file),
    )
    const made = sources.flatMap((file) => {
      if (file.endsWith('.css')) return [`dist/${file}`]
      const bare = `dist/${file.replace(/\.tsx?$/, '')}`
      return [`${bare}.js`, `${bare}.d.ts`]
    })
    expect(files.toSorted()).toEqual(['LICENSE', 'README.md', 'chart.svg', 'package.json', ...made].toSorted())
  })

  test('is three lines of an application, besides what they import', () => {
    expect(lines.split('\n').filter((line) => line !== '' && !line.startsWith('import '))).toHaveLength(3)
  })

  test('is typed for who has only what it declares', () => {
    const { stdout } = spawnSync(join(packages, '.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
    // XState's own types do not pass by themselves; those of the package do, and so does who uses them.
    const complaints = stdout
      .split('\n')
      .filter((line) => line.includes('error TS') && !line.includes('node_modules/xstate/'))
    expect(complaints).toEqual([])
  })

  test('draws and replays under Node, without a page and without React', () => {
    const program = `
      import { createActor } from 'xstate'
      import { chartSvg, mermaidOf } from 'machines-inspector/charts'
      import { readRecording, recordingText, Recorder, replay } from 'machines-inspector/recordings'
      import { machine } from './machine.ts'
      const recorder = new Recorder()
      const actor = createActor(machine, { inspect: recorder.observe }).start()
      actor.send({ type: 'add' })
      const recording = readRecording(recordingText(recorder.recording({ build: 'test' })))
      const [replayed] = replay(recording, () => machine)
      process.stdout.write(JSON.stringify({ drawn: (await chartSvg(machine)).length > 1_000, mermaid: mermaidOf(machine).slice(0, 15), replayed }))`
    writeFileSync(join(folder, 'program.mts'), program)
    const told: unknown = JSON.parse(run(process.execPath, ['program.mts'], folder))
    expect(told).toMatchObject({ drawn: true, mermaid: 'stateDiagram-v2', replayed: { events: 1, differing: [] } })
  })
})

describe('an application that has it', () => {
  let server: PreviewServer
  let browser: Browser
  let shop: Page
  let complaints: string[]
  const state = () => shop.locator('main').getByRole('status').innerText()
  const lit = () =>
    shop
      .locator('.state.lit')
      .evaluateAll((parts) => [...new Set(parts.map((part) => (part as HTMLElement).dataset.state))])

  /** Colours that styles could not be read for are black, or none. */
  async function looksAsItShould() {
    const colourOf = (selector: string, of: 'fill' | 'backgroundColor') =>
      shop
        .locator(selector)
        .first()
        .evaluate((part, of) => getComputedStyle(part)[of], of)
    const none = ['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)']
    const ground = await colourOf('main + div > section', 'backgroundColor')
    await shop.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => colourOf('main + div > section', 'backgroundColor')).not.toBe(ground)
    for (const scheme of ['dark', 'light'] as const) {
      await shop.emulateMedia({ colorScheme: scheme })
      for (const state of ['.state.lit:not(.frame) > rect', '.state:not(.lit):not(.frame) > rect'])
        expect(none).not.toContain(await colourOf(state, 'fill'))
      expect(none).not.toContain(await colourOf('main + div > section', 'backgroundColor'))
      expect(await violationsOf(shop)).toEqual([])
    }
  }

  beforeAll(async () => {
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: { minify: false, chunkSizeWarningLimit: 9_999 },
    })
    server = await preview({
      root: folder,
      configFile: false,
      logLevel: 'error',
      preview: { port: 0, host: '127.0.0.1' },
    })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  beforeEach(async () => {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
    ;({ page: shop, complaints } = await watchedPage(context))
    await shop.goto(server.resolvedUrls?.local[0] ?? '')
    await expect.poll(lit).toContain('checkout.shopping')
  })
  afterEach(async () => {
    expect(complaints).toEqual([])
    await shop.context().close()
  })

  test('sees an event of its own in the inspector, and one of the inspector in itself', async () => {
    await shop.getByRole('button', { name: 'Put in the cart' }).click()
    await shop.getByText('"items": 1').waitFor()
    await looksAsItShould()
    await shop.getByRole('button', { name: 'empty', exact: true }).click()
    await expect.poll(state).toBe('"shopping" with 0')
    // What can't happen now can't be sent either.
    expect(await shop.getByRole('button', { name: 'again' }).isDisabled()).toBe(true)
    expect(await shop.getByText('sign in …').isVisible()).toBe(true)
    await shop.getByRole('button', { name: 'add', exact: true }).click()
    await shop.getByRole('button', { name: 'pay', exact: true }).click()
    await expect.poll(state).toBe('{"paying":"signing in"} with 1')
    await expect.poll(lit).toEqual(['checkout', 'checkout.paying', 'checkout.paying.signing in'])
  })

  test('writes what an event carries from the last one, without its secrets, and names what is wrong with it', async () => {
    for (const name of ['Put in the cart', 'Pay', 'Sign in'])
      await shop.getByRole('button', { name, exact: true }).click()
    await shop.getByText('"receipt": "receipt 7"').waitFor()
    await shop.getByRole('button', { name: 'again', exact: true }).click()
    await shop.getByRole('button', { name: 'sign in …' }).click()
    const fields = shop.getByRole('textbox', { name: 'What sign in carries, as JSON' })
    expect(JSON.parse(await fields.inputValue())).toEqual({ password: { $last: '/password' } })
    const send = shop.getByRole('form', { name: 'sign in' }).getByRole('button')
    const problem = shop.getByRole('alert')
    await send.click()
    await problem.getByText('Nothing would come of it now').waitFor()
    for (const name of ['add', 'pay']) await shop.getByRole('button', { name, exact: true }).click()
    await fields.fill('{ "password": ')
    await send.click()
    await problem.getByText('This is no JSON').waitFor()
    await fields.fill('{ "password": { "$last": "/pasword" } }')
    await send.click()
    await problem.getByText('/password is to be taken from /pasword of the last such event').waitFor()
    await looksAsItShould()
    await fields.fill('{ "password": { "$last": "/password" } }')
    await send.click()
    await expect.poll(state).toBe('{"paying":"charging"} with 1')
    expect(await fields.isVisible()).toBe(false)
    expect(await shop.locator('body').innerText()).not.toContain('correct-horse')
  })

  test('looks back at what it was, keeps that as a file without its secrets, and opens the file again', async () => {
    for (const name of ['Put in the cart', 'Pay', 'Sign in'])
      await shop.getByRole('button', { name, exact: true }).click()
    await shop.getByText('charge the card').first().waitFor()
    await shop.getByText('"receipt": "receipt 7"').waitFor()
    expect(await shop.locator('body').innerText()).not.toContain('correct-horse')
    await shop.getByRole('button', { name: 'Look back' }).click()
    await expect.poll(lit).toContain('checkout.paid')
    const bar = shop.getByRole('slider', { name: 'Moment' })
    await bar.focus()
    await shop.keyboard.press('Home')
    await shop.keyboard.press('ArrowRight')
    await expect.poll(lit).toEqual(['checkout', 'checkout.shopping'])
    expect(await state()).toBe('"paid" with 1')
    await shop.getByRole('button', { name: '✓ charge the card' }).waitFor()
    // Two moments, and what is otherwise.
    await shop.getByRole('button', { name: 'Compare from here' }).click()
    await shop.getByRole('button', { name: /pay.*→ paying.signing in/ }).click()
    await expect.poll(lit).toContain('checkout.paying')
    await expect.poll(() => shop.getByRole('region', { name: 'Differences' }).innerText()).toContain('context.items')

    expect(await violationsOf(shop)).toEqual([])

    const downloading = shop.waitForEvent('download')
    await shop.getByRole('button', { name: 'Save as a file' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^machines-recording-\d{8}-\d{6}\.json$/)
    const text = readFileSync(await download.path(), 'utf8')
    expect(text).toContain('"password":"••••••1"')
    expect(text).not.toContain('correct-horse')

    await shop.reload()
    await expect.poll(state).toBe('"shopping" with 0')
    await shop
      .getByLabel('Open a recording…')
      .setInputFiles({ name: 'recording.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    await expect.poll(lit).toContain('checkout.paid')
    expect(await state()).toBe('"shopping" with 0')
    await shop.getByRole('checkbox', { name: 'Only transitions' }).check()
    await shop.getByRole('button', { name: 'Previous entry' }).click()
    await expect.poll(lit).toContain('checkout.paying.charging')
    await shop.getByRole('button', { name: 'Back to live' }).click()
    await expect.poll(lit).toContain('checkout.shopping')
  })

  test('says of a file that is no recording what is wrong with it', async () => {
    await shop
      .getByLabel('Open a recording…')
      .setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
    expect(await shop.getByRole('alert').innerText()).toBe('This is no recording of state machines.')
  })
})
