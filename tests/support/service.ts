import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Output } from './lines.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Somebody whom no machine knows. */
const uid = '64017'

/** A unit of systemd that runs. */
export interface Service {
  lines: string[]
  line(pattern: RegExp): Promise<string>
  /** Asks it to stop as systemd does, and answers the exit code. */
  stop(): Promise<number | null>
}

/** What a unit says; the last of several lines counts. */
const directive = (unit: string, name: string): string =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].at(-1)?.[1] ?? ''

/** Whether this user may hide parts of the machine from a program: root, where that is not forbidden. */
export function maySandbox(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'phonedeck-test', '/tmp'], { stdio: 'ignore' })
    return true
  } catch {
    return false // Which is the answer.
  }
}

/** A program in a view of the machine where this checkout is /opt/phonedeck. */
export const withCheckoutInPlace = (then: string): [string, ...string[]] => [
  'unshare',
  '--mount',
  'sh',
  '-ec',
  `mount -t tmpfs phonedeck-test /opt\nmkdir /opt/phonedeck\nmount --bind '${root}' /opt/phonedeck\n${then}`,
]

/**
 * Runs a unit as systemd would, for want of one: this checkout in /opt/phonedeck, the whole machine read-only but for the unit's own
 * folders and a /tmp of its own, under a user without privileges, and with `env` alone.
 */
export function startService(unit: string, env: Record<string, string>): Service {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-unit-'))
  const own = [
    ['/var/lib', directive(unit, 'StateDirectory')],
    ['/run', directive(unit, 'RuntimeDirectory')],
  ].map(
    ([above, name]) => `mount -t tmpfs phonedeck-test ${above}; install -d -m 700 -o ${uid} -g ${uid} ${above}/${name}`,
  )
  const start = join(folder, 'start.sh')
  const settings = Object.entries(env).map(([name, value]) => `'${name}=${value}'`)
  writeFileSync(
    start,
    `${own.join('\n')}
cd ${directive(unit, 'WorkingDirectory')}
mount -o remount,bind,ro /opt/phonedeck
mount -o remount,bind,ro /
umask ${directive(unit, 'UMask')}
mount -t tmpfs -o mode=1777 phonedeck-test /tmp
exec setpriv --reuid ${uid} --regid ${uid} --clear-groups --no-new-privs --bounding-set -all --inh-caps -all \\
  env -i PATH=/usr/bin:/bin ${settings.join(' ')} ${directive(unit, 'ExecStart')}
`,
  )
  const [program, ...args] = withCheckoutInPlace(`. '${start}'`)
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = new Output()
  output.read(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    lines: output.all,
    line: (pattern) => output.first(pattern),
    async stop() {
      child.kill('SIGTERM')
      const exitCode = await ended
      rmSync(folder, { recursive: true })
      return exitCode
    },
  }
}
