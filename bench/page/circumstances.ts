import { spawnSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'
import type { Circumstances } from './records.ts'

const git = (...args: string[]): string => spawnSync('git', args, { encoding: 'utf8' }).stdout?.trim() ?? ''

/** Where and on what this run measures; `npm run bench` knows the load from before it built anything. */
export function circumstancesNow(): Circumstances {
  const commit = git('rev-parse', '--short=8', 'HEAD') || 'no commit'
  const isChanged = git('status', '--porcelain', '--', '.', ':!docs') !== ''
  return {
    on: new Date().toISOString().slice(0, 10),
    commit: isChanged ? `${commit} with changes` : commit,
    processor: cpus()[0]?.model ?? 'unknown processor',
    cores: cpus().length,
    memory: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    load: Number(process.env.LOAD_BEFORE ?? loadavg()[0]),
  }
}
