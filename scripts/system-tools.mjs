// What npm does not carry: the programs that the tests drive, a browser and Android's own adb client, a Chinese font for pictures of
// the console, and what deploy/ puts around servers.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

/** Chromium that knows no windows: it takes a quarter less of the processor. Where it can't be had, a whole one does. */
const browser = { name: 'chromium-headless-shell', file: '/usr/bin/chromium-headless-shell' }
const wholeBrowser = '/usr/bin/chromium'

const programs = [
  { name: browser.name, file: process.env.CHROMIUM ?? browser.file },
  { name: 'adb', file: process.env.ADB ?? '/usr/bin/adb' },
]
/** Tests that need one that can't be had are skipped, and say so. */
const engines = [
  { name: 'nginx-light', file: '/usr/sbin/nginx' },
  { name: 'haproxy', file: '/usr/sbin/haproxy' },
  { name: 'mosquitto', file: '/usr/sbin/mosquitto' },
  { name: 'pgbouncer', file: '/usr/sbin/pgbouncer' },
]
export const chineseFont = { name: 'fonts-noto-cjk', file: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc' }

/** What Debian's packages ask whether they may start a service: 101 forbids it. */
const servicePolicy = '/usr/sbin/policy-rc.d'

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const apt = (...args) =>
  spawnSync('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status

/** Installs Debian's packages that are missing where this is root; says what to install otherwise. What follows finds its browser in CHROMIUM. */
export function ensureSystemTools(...more) {
  install([...programs, ...more].filter(({ file }) => !existsSync(file)).map(({ name }) => name))
  process.env.CHROMIUM ??= existsSync(browser.file) ? browser.file : wholeBrowser
}

/** Installs what deploy/ puts around servers, where this is root. None of it is started. */
export function ensureEngines() {
  const absent = engines.filter(({ file }) => !existsSync(file)).map(({ name }) => name)
  if (absent.length === 0 || !mayInstall()) return
  console.log(`· installing ${absent.join(', ')} (once)`)
  const isOurs = !existsSync(servicePolicy)
  if (isOurs) writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    if (apt('update') === 0) apt('install', '-y', '--no-install-recommends', ...absent)
  } finally {
    if (isOurs) rmSync(servicePolicy)
  }
}

function install(packages) {
  if (packages.length === 0) return
  const missing = packages.filter((name) => name !== browser.name || !existsSync(wholeBrowser))
  if (!mayInstall() && missing.length === 0) return
  if (!mayInstall()) {
    console.error(`The tests need ${missing.join(' and ')}. On Debian: sudo apt-get install ${missing.join(' ')}`)
    process.exit(1)
  }
  console.log(`· installing ${packages.join(' and ')} (once)`)
  const isInstalled = apt('update') === 0 && apt('install', '-y', '--no-install-recommends', ...packages) === 0
  if (!isInstalled && missing.length > 0) {
    console.error(`apt-get could not install ${missing.join(' and ')}.`)
    process.exit(1)
  }
}
