import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser, signInThroughPage } from '../tests/support/browser.ts'
import { testPassword } from '../tests/support/server.ts'
import type { Benchmark } from './figure.ts'

/** `npm start` on a prepared clone, from the command to the first page of somebody signed in: with new data and again. */
const start: Benchmark['measure'] = async () => {
  const data = mkdtempSync(join(tmpdir(), 'phonedeck-bench-'))
  const browser = await launchBrowser()
  const once = async (): Promise<number> => {
    const page = await browser.newPage()
    const begun = performance.now()
    const npm = spawn('npm', ['start'], {
      env: { ...process.env, DATA_DIR: data, PORT: '0', SEED_PASSWORD: testPassword, CAPTCHA: 'off' },
      stdio: ['ignore', 'ignore', 'pipe'], // What is said to people goes to standard error.
      detached: true,
    })
    const url = await new Promise<string>((resolve) => {
      let text = ''
      npm.stderr.on('data', (chunk) => {
        text += String(chunk)
        const match = /Phonedeck is ready: (\S+)/.exec(text)
        if (match?.[1]) resolve(match[1])
      })
    })
    await signInThroughPage(page, url, 'manager')
    await page.getByText('manager').first().waitFor()
    const took = performance.now() - begun
    await page.close()
    const ended = new Promise((resolve) => npm.once('exit', resolve))
    if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGINT')
    await ended
    return took / 1_000
  }
  try {
    return [
      { name: 'npm start to first signed-in page, new data', value: await once(), unit: 's', bound: 5 },
      { name: 'npm start to first signed-in page, again', value: await once(), unit: 's', bound: 5 },
    ]
  } finally {
    await browser.close()
    rmSync(data, { recursive: true, force: true })
  }
}

export default { group: 'Operations', title: 'The start', measure: start } satisfies Benchmark
