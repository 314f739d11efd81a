// What npm does not carry: the programs that the tests drive, a browser and Android's own adb client, and a Chinese font for
// pictures of the console.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const programs = [
  { name: 'chromium', file: process.env.CHROMIUM ?? '/usr/bin/chromium' },
  { name: 'adb', file: process.env.ADB ?? '/usr/bin/adb' },
]
export const chineseFont = { name: 'fonts-noto-cjk', file: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc' }

const apt = (...args) =>
  spawnSync('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status

/** Installs Debian's packages that are missing where this is root; says what to install otherwise. */
export function ensureSystemTools(...more) {
  const missing = [...programs, ...more].filter(({ file }) => !existsSync(file)).map(({ name }) => name)
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
