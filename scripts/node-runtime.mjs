// Runs under any Node from 20 on and needs no package: it finds the Node that the rest of the project runs under.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Where npm puts commands, our own Node among them. */
export const commands = join(root, 'node_modules', '.bin')

/** Where we keep what can be made again. */
export const cache = join(root, '.cache')

/** What is made of openapi.yaml, for every program. */
export const generated = join(root, 'generated')

const wantedMajor = 24
const packaged = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')

/** The Node 24 that comes with the packages; elsewhere the running one, when it is new enough. */
export function nodeRuntime() {
  if (existsSync(packaged)) return packaged
  if (Number(process.versions.node.split('.')[0]) >= wantedMajor) return process.execPath
  throw new Error(
    `Phonedeck runs under Node ${wantedMajor}. There is no packaged one for ${process.platform}-${process.arch}: install Node ${wantedMajor} and run this again.`,
  )
}

/**
 * The environment for a child that runs the project's own commands. Node keeps there what it has compiled, and TypeScript
 * without its types: a second start loads its modules in half the time.
 */
export const childEnvironment = (extra = {}) => ({
  NODE_COMPILE_CACHE: join(cache, 'compiled'),
  ...process.env,
  PATH: `${dirname(nodeRuntime())}:${commands}:${process.env.PATH ?? ''}`,
  ...extra,
})

export const packageName = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name
