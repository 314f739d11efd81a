// Installs and builds what is missing or stale, and says so. Runs under any Node from 20 on.
import { createHash } from 'node:crypto'
import {
  existsSync,
  linkSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { spawnSync } from 'node:child_process'
import { cache, nodeRuntime, root } from './node-runtime.mjs'
import { must } from './run.mjs'

const installedStamp = join(root, 'node_modules', '.phonedeck-installed')
const builtStamp = join(cache, 'console-built')
const providersStamp = join(cache, 'providers-built')

/** What the console is built from. */
const consoleSources = ['src', 'domain', 'index.html', 'vite.config.ts', 'package-lock.json']

/** What the database of providers is built from. */
const providerSources = ['scripts/provider-database.mjs', 'node_modules/@ip-location-db/asn/package.json']

const say = (text) => console.log(`· ${text}`)
const stampOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

function* filesUnder(path) {
  const entries = existsSync(path) ? readdirSync(path, { withFileTypes: true, recursive: true }) : []
  for (const entry of entries) if (entry.isFile()) yield join(entry.parentPath ?? entry.path, entry.name)
}

function digest(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    const whole = join(root, path)
    const files = /\.\w+$/.test(path) ? [whole] : [...filesUnder(whole)].toSorted((a, b) => (a < b ? -1 : 1))
    for (const file of files) hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/**
 * npm removes node_modules first. Where this very process runs from there, npm needs a Node that outlives that: a second
 * name for the same file.
 */
function survivingNode() {
  if (!process.execPath.startsWith(join(root, 'node_modules'))) return process.execPath
  mkdirSync(cache, { recursive: true })
  const survivor = join(cache, 'node')
  rmSync(survivor, { force: true })
  try {
    linkSync(process.execPath, survivor)
  } catch {
    copyFileSync(process.execPath, survivor) // Another file system has no second name to give.
  }
  return survivor
}

/** Installs the packages of the lock file, unless they are there. */
export function install() {
  const wanted = digest(['package-lock.json'])
  if (stampOf(installedStamp) === wanted) return
  say('installing packages (once, about a minute)')
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [survivingNode(), [npm, 'ci']] : ['npm', ['ci']]
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(installedStamp, wanted)
}

/** Builds what the server serves and reads, unless what it is built from has not changed. */
export async function build() {
  await buildConsole()
  await buildProviders()
}

/** The database of who provides addresses. */
async function buildProviders() {
  const wanted = digest(providerSources)
  if (stampOf(providersStamp) === wanted && existsSync(join(cache, 'providers.mmdb'))) return
  say('sorting addresses by provider')
  await must(nodeRuntime(), [join(root, 'scripts/provider-database.mjs')])
  writeFileSync(providersStamp, wanted)
}

/** The console, into dist/. */
async function buildConsole() {
  const wanted = digest(consoleSources)
  if (stampOf(builtStamp) === wanted && existsSync(join(root, 'dist', 'index.html'))) return
  say('building the console')
  await must(nodeRuntime(), [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'])
  mkdirSync(cache, { recursive: true })
  writeFileSync(builtStamp, wanted)
}
