import type { Command } from './command.ts'

/** Where every command seems to be installed. */
export const SYSTEM_BIN = '/system/bin'

/** The modules that hold the commands; one is loaded when a command of it is first used. */
const MODULES = {
  activity: () => import('./commands/activity.ts'),
  appProcess: () => import('./commands/app-process.ts'),
  device: () => import('./commands/device.ts'),
  dumpsys: () => import('./commands/dumpsys.ts'),
  digest: () => import('./commands/digest.ts'),
  files: () => import('./commands/files.ts'),
  filters: () => import('./commands/filters.ts'),
  find: () => import('./commands/find.ts'),
  grep: () => import('./commands/grep.ts'),
  listing: () => import('./commands/listing.ts'),
  logcat: () => import('./commands/logcat.ts'),
  media: () => import('./commands/media.ts'),
  network: () => import('./commands/network.ts'),
  packages: () => import('./commands/packages.ts'),
  printing: () => import('./commands/printing.ts'),
  processes: () => import('./commands/processes.ts'),
  screen: () => import('./commands/screen.ts'),
  sed: () => import('./commands/sed.ts'),
  system: () => import('./commands/system.ts'),
  tar: () => import('./commands/tar.ts'),
  terminal: () => import('./commands/terminal.ts'),
} satisfies Record<string, () => Promise<object>>

/** Every module's commands by their names; `name=export` where the two differ. */
const COMMANDS: Record<keyof typeof MODULES, string> = {
  activity: 'am monkey',
  appProcess: 'app_process=appProcess app_process64=appProcess',
  device: 'df ime log mount settings svc sync wm',
  dumpsys: 'dumpsys',
  digest: 'base64 md5sum=digest sha1sum=digest sha256sum=digest sha512sum=digest xxd',
  files: 'cat chgrp=chown chmod chown cp ln mkdir mktemp mv rm rmdir touch unlink=rm',
  filters: 'cut head nl rev sort tac tail tee tr uniq wc',
  find: 'find xargs',
  grep: 'egrep=grep fgrep=grep grep',
  listing: 'du ls readlink realpath stat',
  logcat: 'logcat',
  media: 'media',
  network: 'curl=unreachable ifconfig ip nc=unreachable netstat ping=unreachable wget=unreachable',
  packages: 'cmd pm',
  printing: 'basename dirname echo printf seq yes',
  processes:
    'date env free hostname kill killall=pkill nice=runRest nohup=runRest nproc pgrep=pkill pidof pkill printenv=env ps ' +
    'setsid=runRest time timeout top uname uptime usleep',
  screen: 'input screencap screenrecord',
  sed: 'sed',
  system: 'false=fail getprop id reboot setprop sh sleep su toybox true=succeed which whoami',
  tar: 'gunzip=gzip gzip tar zcat=gzip',
  terminal: 'clear reset stty tty',
}

const SOURCES = new Map(
  Object.entries(MODULES).flatMap(([module, load]) =>
    // The keys of both tables are the same.
    COMMANDS[module as keyof typeof MODULES].split(' ').map((entry) => {
      const [name = '', exported = name] = entry.split('=')
      return [name, { load, exported }] as const
    }),
  ),
)

/** Sorted, as `ls /system/bin` shows them. */
export const COMMAND_NAMES: readonly string[] = [...SOURCES.keys()].toSorted()

/** The command with that name, undefined when there is none. */
export async function findCommand(name: string): Promise<Command | undefined> {
  const source = SOURCES.get(name)
  if (!source) return undefined
  const exports = new Map<string, unknown>(Object.entries(await source.load()))
  const command = exports.get(source.exported)
  if (typeof command !== 'function') throw new Error(`the command ${name} is missing from its module`)
  // The table names commands only; a test looks every one of them up.
  return command as Command
}
