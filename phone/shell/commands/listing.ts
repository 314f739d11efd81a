import { posix } from 'node:path'
import { parseOptions, type ParsedOptions } from '../command-options.ts'
import { pathOf, type Command, type CommandContext } from '../command.ts'
import { FileSystemError, PERMISSION_BITS, S_IFCHR, S_IFDIR, S_IFLNK, S_IFMT, type FileStat } from '../inode.ts'
import { userName } from '../owners.ts'
import { formatDate, zoneOf } from '../zoned-date.ts'

interface Entry {
  name: string
  path: string
  stat: FileStat
}

export const ls: Command = async (context) => {
  const options = parseOptions(context.args, { flags: '1AaCdFhiLlnpRrSstx', long: ['color', 'full-time'] })
  const operands = options.operands.length > 0 ? options.operands : ['.']
  const listing = new Listing(context, options)
  const files: Entry[] = []
  const directories: Entry[] = []
  for (const name of operands) {
    const entry = await listing.entry(name, pathOf(context, name), !options.has('l') && !options.has('d'))
    if (!entry) continue
    if ((entry.stat.mode & S_IFMT) === S_IFDIR && !options.has('d')) directories.push(entry)
    else files.push(entry)
  }
  await listing.print(files)
  for (const [index, directory] of directories.entries()) {
    const titled = operands.length > 1 || options.has('R')
    if (titled) await context.stdout.line(`${index > 0 || files.length > 0 ? '\n' : ''}${directory.name}:`)
    await listing.directory(directory, 0)
  }
  return listing.status
}

class Listing {
  status = 0
  readonly #context: CommandContext
  readonly #options: ParsedOptions

  constructor(context: CommandContext, options: ParsedOptions) {
    this.#context = context
    this.#options = options
  }

  async entry(name: string, path: string, follow: boolean): Promise<Entry | undefined> {
    try {
      const { files } = this.#context
      return { name, path, stat: follow ? files.stat(path) : files.lstat(path) }
    } catch (error) {
      if (!(error instanceof FileSystemError)) throw error
      await this.#context.stderr.line(`ls: ${name}: ${error.message}`)
      this.status = 1
      return undefined
    }
  }

  async directory(directory: Entry, depth: number): Promise<void> {
    const { files, budget, stdout } = this.#context
    const names = files.list(directory.path)
    const shown = this.#options.has('a') ? ['.', '..', ...names] : names
    const entries: Entry[] = []
    for (const name of shown) {
      await budget.spend()
      if (name.startsWith('.') && !this.#options.has('a') && !this.#options.has('A')) continue
      const path = posix.join(directory.path, name)
      entries.push({ name, path, stat: files.lstat(path) })
    }
    if (this.#options.has('l') || this.#options.has('s')) {
      const blocks = entries.reduce((sum, { stat }) => sum + blocksOf(stat), 0)
      await stdout.line(`total ${blocks}`)
    }
    await this.print(entries)
    if (!this.#options.has('R')) return
    for (const entry of entries) {
      if ((entry.stat.mode & S_IFMT) !== S_IFDIR || entry.name === '.' || entry.name === '..') continue
      const name = posix.join(directory.name, entry.name)
      await stdout.line(`\n${name}:`)
      await this.directory({ ...entry, name }, depth + 1)
    }
  }

  async print(entries: Entry[]): Promise<void> {
    const sorted = this.#sorted(entries)
    const sizes = sorted.map((entry) => this.#size(entry.stat))
    const sizeWidth = widest(sizes)
    const owners = sorted.map(({ stat }) => [this.#owner(stat.uid), this.#owner(stat.gid)] as const)
    const ownerWidth = widest(owners.map(([user]) => user))
    const groupWidth = widest(owners.map(([, group]) => group))
    const linkWidth = widest(sorted.map(({ stat }) => String(stat.links)))
    for (const [index, entry] of sorted.entries()) {
      const { stat } = entry
      let line = this.#decorated(entry)
      if (this.#options.has('l') || this.#options.has('n')) {
        const [user = '', group = ''] = owners[index] ?? []
        const owner = `${user.padEnd(ownerWidth)} ${group.padEnd(groupWidth)}`
        const size = (sizes[index] ?? '').padStart(sizeWidth)
        const date = formatDate(stat.mtime, '%Y-%m-%d %H:%M', zoneOf(this.#context))
        line = `${modeString(stat.mode)} ${String(stat.links).padStart(linkWidth)} ${owner} ${size} ${date} ${line}`
      }
      if (this.#options.has('s')) line = `${blocksOf(stat)} ${line}`
      if (this.#options.has('i')) line = `${stat.ino} ${line}`
      await this.#context.stdout.line(line)
    }
  }

  #sorted(entries: Entry[]): Entry[] {
    const sorted = [...entries]
    if (this.#options.has('t')) sorted.sort((one, other) => other.stat.mtime - one.stat.mtime)
    if (this.#options.has('S')) sorted.sort((one, other) => other.stat.size - one.stat.size)
    return this.#options.has('r') ? sorted.toReversed() : sorted
  }

  #size({ size }: FileStat): string {
    return this.#options.has('h') ? humanSize(size) : String(size)
  }

  #owner(id: number): string {
    return this.#options.has('n') ? String(id) : userName(id)
  }

  #decorated({ name, path, stat }: Entry): string {
    const type = stat.mode & S_IFMT
    if (type === S_IFLNK && this.#options.has('l')) return `${name} -> ${this.#context.files.readlink(path)}`
    const marked = this.#options.has('F') || this.#options.has('p')
    if (type === S_IFDIR && marked) return `${name}/`
    if (!this.#options.has('F')) return name
    if (type === S_IFLNK) return `${name}@`
    return (stat.mode & 0o111) !== 0 ? `${name}*` : name
  }
}

function widest(texts: string[]): number {
  return texts.reduce((width, text) => Math.max(width, text.length), 0)
}

/** Kilobytes on disk. */
function blocksOf({ size }: FileStat): number {
  return Math.ceil(size / 4096) * 4
}

/** `drwxr-xr-x`. */
export function modeString(mode: number): string {
  const type = mode & S_IFMT
  const letter = type === S_IFDIR ? 'd' : type === S_IFLNK ? 'l' : type === S_IFCHR ? 'c' : '-'
  const bits = 'rwxrwxrwx'
  return (
    letter +
    Array.from(bits)
      .map((bit, index) => ((mode & (0o400 >> index)) !== 0 ? bit : '-'))
      .join('')
  )
}

/** `1.5K`, `23M`. */
function humanSize(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 1000 && unit < 4) {
    size /= 1024
    unit += 1
  }
  return `${unit > 0 && size < 10 ? size.toFixed(1) : Math.round(size)}${['', 'K', 'M', 'G', 'T'][unit]}`
}

export const stat: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'fLt', values: 'c' })
  const zone = zoneOf(context)
  for (const name of options.operands) {
    const path = pathOf(context, name)
    const found = options.has('L') ? context.files.stat(path) : context.files.lstat(path)
    const format = options.value('c')
    if (format !== undefined) {
      await context.stdout.line(formatStat(format, name, found, zone))
      continue
    }
    const octal = (found.mode & PERMISSION_BITS).toString(8).padStart(4, '0')
    const date = formatDate(found.mtime, '%Y-%m-%d %H:%M:%S %z', zone)
    await context.stdout.line(
      `  File: ${name}\n  Size: ${found.size}\t Blocks: ${blocksOf(found) * 2}\t IO Blocks: 512\t${typeName(found.mode)}\n` +
        `Device: fd00h/64768d\t Inode: ${found.ino}\t Links: ${found.links}\n` +
        `Access: (${octal}/${modeString(found.mode)})\tUid: (${found.uid}/${userName(found.uid)})\t` +
        `Gid: (${found.gid}/${userName(found.gid)})\nModify: ${date}`,
    )
  }
  return 0
}

function typeName(mode: number): string {
  const type = mode & S_IFMT
  if (type === S_IFDIR) return 'directory'
  if (type === S_IFLNK) return 'symbolic link'
  return type === S_IFCHR ? 'character device' : 'regular file'
}

function formatStat(format: string, name: string, found: FileStat, zone: string): string {
  const date = formatDate(found.mtime, '%Y-%m-%d %H:%M:%S.%N %z', zone)
  const values: Record<string, string> = {
    a: (found.mode & PERMISSION_BITS).toString(8),
    A: modeString(found.mode),
    b: String(blocksOf(found) * 2),
    B: '512',
    F: typeName(found.mode),
    f: found.mode.toString(16),
    g: String(found.gid),
    G: userName(found.gid),
    h: String(found.links),
    i: String(found.ino),
    n: name,
    s: String(found.size),
    u: String(found.uid),
    U: userName(found.uid),
    x: date,
    X: String(Math.floor(found.mtime / 1000)),
    y: date,
    Y: String(Math.floor(found.mtime / 1000)),
    z: date,
    Z: String(Math.floor(found.mtime / 1000)),
    '%': '%',
  }
  return format.replace(/%([a-zA-Z%])/g, (whole, letter: string) => values[letter] ?? whole)
}

export const du: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'abcHhklmsxK', values: 'd' })
  const depthLimit = options.has('s') ? 0 : Number(options.value('d') ?? Number.POSITIVE_INFINITY)
  const shown = (kilobytes: number) =>
    options.has('h') ? humanSize(kilobytes * 1024) : String(options.has('m') ? Math.ceil(kilobytes / 1024) : kilobytes)
  async function measure(path: string, name: string, depth: number): Promise<number> {
    await context.budget.spend()
    const found = context.files.lstat(path)
    let kilobytes = options.has('b') ? found.size : blocksOf(found)
    const isDirectory = (found.mode & S_IFMT) === S_IFDIR
    if (isDirectory) {
      for (const entry of context.files.list(path)) {
        kilobytes += await measure(posix.join(path, entry), posix.join(name, entry), depth + 1)
      }
    }
    if (depth <= depthLimit && (isDirectory || depth === 0 || options.has('a'))) {
      await context.stdout.line(`${shown(kilobytes)}\t${name}`)
    }
    return kilobytes
  }
  for (const name of options.operands.length > 0 ? options.operands : ['.'])
    await measure(pathOf(context, name), name, 0)
  return 0
}

export const readlink: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'femnq' })
  for (const name of options.operands) {
    const path = pathOf(context, name)
    try {
      await context.stdout.line(
        options.has('f') || options.has('e') ? context.files.realpath(path) : context.files.readlink(path),
      )
    } catch (error) {
      if (error instanceof FileSystemError) return 1
      throw error
    }
  }
  return 0
}

export const realpath: Command = async (context) => {
  for (const name of parseOptions(context.args, { flags: 'eqmz' }).operands) {
    await context.stdout.line(context.files.realpath(pathOf(context, name)))
  }
  return 0
}
