// The two programs that the tests drive and npm does not carry: a browser and Android's own adb client.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const needed = [
  { command: 'chromium', file: process.env.CHROMIUM ?? '/usr/bin/chromium' },
  { command: 'adb', file: process.env.ADB ?? '/usr/bin/adb' },
]

const apt = (...args) =>
  spawnSync('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status

/** Installs Debian's chromium and adb where they are missing and this is root; says what to install otherwise. */
export function ensureSystemTools() {
  const missing = needed.filter(({ file }) => !existsSync(file)).map(({ command }) => command)
  if (missing.length === 0) return
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    console.error(`The tests need ${missing.join(' and ')}. On Debian: sudo apt-get install ${missing.join(' ')}`)
    process.exit(1)
  }
  console.log(`· installing ${missing.join(' and ')} (once)`)
  if (apt('update') !== 0 || apt('install', '-y', '--no-install-recommends', ...missing) !== 0) {
    console.error(`apt-get could not install ${missing.join(' and ')}.`)
    process.exit(1)
  }
}
