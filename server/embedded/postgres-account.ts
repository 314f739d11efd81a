import { accessSync, constants, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { reasonOf } from '../config/bad-surroundings.ts'
import { BadConfig } from '../config/config.ts'

/** The user `nobody`, under whom PostgreSQL runs where the server is root: it refuses to be root itself. */
const nobody = 65_534

const setpriv = '/usr/bin/setpriv'

/** How to start a program of PostgreSQL under the account that it needs. */
export interface Account {
  /** Owner of PostgreSQL's files; undefined: the server's own user. */
  uid: number | undefined
  /** The command line that runs `program` so. */
  command(program: string, args: readonly string[]): [program: string, args: string[]]
  /** For node's spawn. */
  identity: { uid?: number; gid?: number }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false // Which is the answer.
  }
}

function statOf(folder: string): Stats {
  try {
    return statSync(folder)
  } catch (error) {
    throw new BadConfig(`${folder}: ${reasonOf(error)}`, { cause: error })
  }
}

/** The first folder on the way to `path` that a stranger to it may not pass. */
function barrierOf(path: string, uid: number): string | undefined {
  const above: string[] = []
  for (let folder = path; ; folder = dirname(folder)) {
    above.unshift(folder)
    if (folder === dirname(folder)) break
  }
  return above.find((folder) => {
    const { mode, uid: owner } = statOf(folder)
    return owner === uid ? (mode & 0o100) === 0 : (mode & 0o001) === 0
  })
}

/**
 * Decides who PostgreSQL is to be. As root it is `nobody`; where that user can't pass a folder above `paths` (a clone in
 * /root, say) it keeps the one capability to pass folders, which takes Debian's setpriv.
 */
export function postgresAccount(paths: readonly string[]): Account {
  if (process.getuid?.() !== 0)
    return { uid: undefined, command: (program, args) => [program, [...args]], identity: {} }

  const barrier = paths.map((path) => barrierOf(path, nobody)).find((folder) => folder !== undefined)
  if (barrier === undefined)
    return { uid: nobody, command: (program, args) => [program, [...args]], identity: { uid: nobody, gid: nobody } }

  if (!isExecutable(setpriv))
    throw new BadConfig(
      `DATA_DIR: PostgreSQL can't run as root, and the user it runs as instead (nobody) can't enter ${barrier}. ` +
        `Run Phonedeck as another user, move it or DATA_DIR to a folder everybody can enter, install util-linux's setpriv, or set DATABASE_URL.`,
    )
  const privileges = [
    `--reuid=${nobody}`,
    `--regid=${nobody}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--bounding-set=-all,+dac_override',
    // access(2), with which PostgreSQL looks at its own programs, heeds capabilities of a user other than root only so.
    '--securebits=+no_setuid_fixup',
  ]
  return { uid: nobody, command: (program, args) => [setpriv, [...privileges, program, ...args]], identity: {} }
}
