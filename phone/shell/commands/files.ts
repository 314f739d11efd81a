import { posix } from 'node:path'
import { parseOptions } from '../command-options.ts'
import { CommandError, pathOf, type Command, type CommandContext } from '../command.ts'
import { FileSystemError, PERMISSION_BITS, S_IFDIR, S_IFLNK, S_IFMT } from '../inode.ts'
import { userId } from '../owners.ts'
import { withoutTrailing } from '../../without-trailing.ts'

/** Runs something for each operand; a failed one is reported and the others still done. */
async function forEach(
  context: CommandContext,
  operands: string[],
  run: (name: string) => Promise<void> | void,
): Promise<number> {
  if (operands.length === 0) throw new CommandError('Needs 1 argument')
  let status = 0
  for (const name of operands) {
    await context.budget.spend()
    try {
      await run(name)
    } catch (error) {
      if (!(error instanceof FileSystemError)) throw error
      await context.stderr.line(`${context.name}: ${name}: ${error.message}`)
      status = 1
    }
  }
  return status
}

/** Streams the operands, or stdin for none or `-`. */
export const cat: Command = async (context) => {
  const { operands } = parseOptions(context.args, { flags: 'etuv' })
  return forEach(context, operands.length > 0 ? operands : ['-'], async (name) => {
    if (name === '-') {
      for (let bytes = await context.stdin.read(); bytes; bytes = await context.stdin.read())
        await context.stdout.write(bytes)
      return
    }
    const reader = context.files.openRead(pathOf(context, name))
    for (let bytes = reader.read(); bytes; bytes = reader.read()) await context.stdout.write(bytes)
  })
}

export const mkdir: Command = (context) => {
  const options = parseOptions(context.args, { flags: 'pv', values: 'm' })
  const mode = Number.parseInt(options.value('m') ?? '755', 8) & PERMISSION_BITS
  return forEach(context, options.operands, (name) => {
    context.files.mkdir(pathOf(context, name), { parents: options.has('p'), mode })
  })
}

export const rmdir: Command = (context) => {
  const { operands } = parseOptions(context.args, { flags: 'p' })
  return forEach(context, operands, (name) => {
    const path = pathOf(context, name)
    if (!context.files.isDirectory(path)) context.files.list(path)
    context.files.remove(path)
  })
}

export const rm: Command = (context) => {
  const options = parseOptions(context.args, { flags: 'fiRrv' })
  const force = options.has('f')
  if (force && options.operands.length === 0) return Promise.resolve(0)
  return forEach(context, options.operands, (name) => {
    const path = pathOf(context, name)
    try {
      const isDirectory = (context.files.lstat(path).mode & S_IFMT) === S_IFDIR
      if (isDirectory && !options.has('r') && !options.has('R')) throw new FileSystemError('EISDIR')
      context.files.removeTree(path)
    } catch (error) {
      const missing = error instanceof FileSystemError && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      if (!force || !missing) throw error
    }
  })
}

export const touch: Command = (context) => {
  const options = parseOptions(context.args, { flags: 'achm', values: 'drt' })
  const given = options.value('d')
  const reference = options.value('r')
  let time = context.phone.now()
  if (given !== undefined) time = given.startsWith('@') ? Number(given.slice(1)) * 1000 : Date.parse(given)
  if (reference !== undefined) time = context.files.stat(pathOf(context, reference)).mtime
  if (!Number.isFinite(time)) throw new CommandError(`bad '${given}'`)
  return forEach(context, options.operands, (name) => {
    const path = pathOf(context, name)
    if (!options.has('h') && !context.files.exists(path)) {
      if (options.has('c')) return
      context.files.writeFile(path, '')
    }
    context.files.utimes(path, time, { followLast: !options.has('h') })
  })
}

export const ln: Command = (context) => {
  const options = parseOptions(context.args, { flags: 'fnsv' })
  const [target, link] = options.operands
  if (target === undefined) throw new CommandError('Needs 1 argument')
  if (!options.has('s')) throw new CommandError('hard links are not supported on this file system')
  const path = destination(context, target, link ?? '.')
  if (options.has('f') && !context.files.isDirectory(path) && isThere(context, path)) context.files.remove(path)
  return forEach(context, [link ?? posix.basename(target)], () => context.files.symlink(target, path))
}

/** Whether anything is there, a link that leads nowhere included. */
function isThere({ files }: CommandContext, path: string): boolean {
  const folder = posix.dirname(path)
  return files.isDirectory(folder) && files.list(folder).includes(posix.basename(path))
}

/** The path that `name` gets at `to`: below it when that is a directory. */
function destination(context: CommandContext, name: string, to: string): string {
  const path = pathOf(context, to)
  return context.files.isDirectory(path) ? posix.join(path, posix.basename(name)) : path
}

export const mv: Command = (context) => {
  const { sources, to, options } = sourcesAndTarget(context)
  return forEach(context, sources, (name) => {
    const target = destination(context, name, to)
    if (options.has('n') && context.files.exists(target)) return
    context.files.rename(pathOf(context, name).replace(/(?<=.)\/$/, ''), target)
  })
}

export const cp: Command = (context) => {
  const { sources, to, options } = sourcesAndTarget(context)
  const recursive = options.has('r') || options.has('R') || options.has('a')
  return forEach(context, sources, async (name) => {
    const source = pathOf(context, name)
    const target = destination(context, name, to)
    if (`${target}/`.startsWith(`${source}/`)) throw new CommandError(`'${name}' is '${to}'`)
    await copy(context, source, target, { recursive, keep: options.has('a') || options.has('p') || options.has('d') })
  })
}

function sourcesAndTarget(context: CommandContext) {
  const options = parseOptions(context.args, { flags: 'adfHiLnPpRrTv' })
  const to = options.operands.at(-1)
  const sources = options.operands.slice(0, -1)
  if (to === undefined || sources.length === 0) throw new CommandError('Needs 2 arguments')
  if (sources.length > 1 && !context.files.isDirectory(pathOf(context, to)))
    throw new CommandError(`'${to}' not directory`)
  return { sources, to, options }
}

async function copy(
  context: CommandContext,
  from: string,
  to: string,
  how: { recursive: boolean; keep: boolean },
): Promise<void> {
  const { files } = context
  const found = how.recursive ? files.lstat(from) : files.stat(from)
  const type = found.mode & S_IFMT
  if (type === S_IFDIR) {
    if (!how.recursive) throw new CommandError(`Skipped dir '${from}'`)
    if (!files.isDirectory(to)) files.mkdir(to, { mode: found.mode & PERMISSION_BITS })
    for (const name of files.list(from)) {
      await context.budget.spend()
      await copy(context, posix.join(from, name), posix.join(to, name), how)
    }
  } else if (type === S_IFLNK) {
    if (files.exists(to)) files.remove(to)
    files.symlink(files.readlink(from), to)
  } else await copyContent(context, from, to, found.mode & PERMISSION_BITS)
  if (!how.keep) return
  files.utimes(to, found.mtime, { followLast: false })
  if (type !== S_IFLNK) files.chown(to, found.uid, found.gid)
}

async function copyContent({ files, budget }: CommandContext, from: string, to: string, mode: number): Promise<void> {
  const reader = files.openRead(from)
  const writer = files.openWrite(to, { append: false, mode })
  try {
    for (let bytes = reader.read(); bytes; bytes = reader.read()) {
      await budget.spend(16)
      writer?.write(bytes)
    }
  } finally {
    writer?.close()
  }
}

export const chmod: Command = (context) => {
  // Modes such as `-x` look like options; only -R and -f are.
  const recursive = context.args.includes('-R')
  const [mode, ...operands] = context.args.filter((argument) => argument !== '-R' && argument !== '-f')
  return changeEach(context, operands, recursive, (path) => {
    context.files.chmod(path, newMode(mode ?? '', context.files.stat(path).mode))
  })
}

export const chown: Command = (context) => {
  const options = parseOptions(context.args, { flags: 'fhRv' })
  const [owner = '', ...names] = options.operands
  const [user = '', group = user] = owner.split(/[:.]/)
  const name = context.name === 'chgrp' ? undefined : user
  const uid = name === undefined ? undefined : userId(name)
  const gid = userId(context.name === 'chgrp' ? owner : group)
  if ((name !== undefined && uid === undefined) || gid === undefined) throw new CommandError(`bad user '${owner}'`)
  return changeEach(context, names, options.has('R'), (path) =>
    context.files.chown(path, uid ?? context.files.stat(path).uid, gid),
  )
}

function changeEach(
  context: CommandContext,
  names: string[],
  recursive: boolean,
  change: (path: string) => void,
): Promise<number> {
  const visit = async (path: string): Promise<void> => {
    await context.budget.spend()
    change(path)
    if (!recursive || (context.files.lstat(path).mode & S_IFMT) !== S_IFDIR) return
    for (const name of context.files.list(path)) {
      const entry = posix.join(path, name)
      if ((context.files.lstat(entry).mode & S_IFMT) !== S_IFLNK) await visit(entry)
    }
  }
  return forEach(context, names, (name) => visit(pathOf(context, name)))
}

/** Applies `755`, `u+x`, `go-w`, `a=r` to a mode. */
function newMode(text: string, before: number): number {
  if (/^[0-7]{1,4}$/.test(text)) return Number.parseInt(text, 8)
  let mode = before & PERMISSION_BITS
  for (const clause of text.split(',')) {
    const match = /^([ugoa]*)([-+=])([rwxXst]*)$/.exec(clause)
    if (!match) throw new CommandError(`bad mode '${text}'`)
    const [, who = '', operator, letters = ''] = match
    const everybody = who === '' || who.includes('a')
    const owners =
      (everybody || who.includes('u') ? 0o700 : 0) |
      (everybody || who.includes('g') ? 0o070 : 0) |
      (everybody || who.includes('o') ? 0o007 : 0)
    const bits =
      (letters.includes('r') ? 0o444 : 0) | (letters.includes('w') ? 0o222 : 0) | (/[xX]/.test(letters) ? 0o111 : 0)
    if (operator === '=') mode = (mode & ~owners) | (bits & owners)
    else mode = operator === '+' ? mode | (bits & owners) : mode & ~(bits & owners)
  }
  return mode
}

export const mktemp: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'dqtu', values: 'p' })
  const folder = options.value('p') ?? context.env['TMPDIR'] ?? '/data/local/tmp'
  const template = options.operands[0] ?? 'tmp.XXXXXXXXXX'
  const kept = withoutTrailing(template, 'X')
  const random = Array.from({ length: template.length - kept.length }, () =>
    Math.floor(Math.random() * 36).toString(36),
  )
  const name = kept + random.join('')
  const path = template.includes('/') ? pathOf(context, name) : posix.join(folder, name)
  if (options.has('d')) context.files.mkdir(path, { mode: 0o700 })
  else if (!options.has('u')) context.files.writeFile(path, '', { mode: 0o600 })
  await context.stdout.line(path)
  return 0
}
