import type { Command } from './command.ts'

type CommandModule = Record<string, unknown>

/** Where every command seems to be installed. */
export const SYSTEM_BIN = '/system/bin'

/** The commands of a phone, by the module that holds them: a module is loaded when one of its commands is first used. */
const MODULES: { load: () => Promise<CommandModule>; commands: Record<string, string> }[] = [
  {
    load: () => import('./commands/listing.ts'),
    commands: { ls: 'ls', ll: 'ls', stat: 'stat', du: 'du', readlink: 'readlink', realpath: 'realpath' },
  },
  {
    load: () => import('./commands/files.ts'),
    commands: {
      cat: 'cat',
      mkdir: 'mkdir',
      rmdir: 'rmdir',
      rm: 'rm',
      unlink: 'rm',
      touch: 'touch',
      ln: 'ln',
      mv: 'mv',
      cp: 'cp',
      chmod: 'chmod',
      chown: 'chown',
      chgrp: 'chown',
      mktemp: 'mktemp',
    },
  },
  {
    load: () => import('./commands/system.ts'),
    commands: {
      getprop: 'getprop',
      setprop: 'setprop',
      id: 'id',
      whoami: 'whoami',
      sleep: 'sleep',
      sh: 'sh',
      reboot: 'reboot',
    },
  },
  {
    load: () => import('./commands/text.ts'),
    commands: { echo: 'echo' },
  },
  {
    load: () => import('./commands/app-process.ts'),
    commands: { app_process: 'appProcess' },
  },
]

const SOURCES = new Map(
  MODULES.flatMap(({ load, commands }) =>
    Object.entries(commands).map(([name, key]) => [name, { load, key }] as const),
  ),
)

/** Sorted, as `ls /system/bin` shows them. */
export const COMMAND_NAMES: readonly string[] = [...SOURCES.keys()].sort()

/** The command with that name, undefined when there is none. */
export async function findCommand(name: string): Promise<Command | undefined> {
  const source = SOURCES.get(name)
  if (!source) return undefined
  const command = (await source.load())[source.key]
  if (typeof command !== 'function') throw new Error(`the command ${name} is missing from its module`)
  // The table pairs names with commands; a test looks every one of them up.
  return command as Command
}
