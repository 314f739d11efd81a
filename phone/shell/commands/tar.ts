import { posix } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { LimitExceeded } from '../budget.ts'
import { FileSink, FileSource, type ByteSource } from '../byte-stream.ts'
import { parseOptions, type ParsedOptions } from '../command-options.ts'
import { CommandError, Input, pathOf, type Command, type CommandContext } from '../command.ts'
import { PERMISSION_BITS, S_IFDIR, S_IFLNK, S_IFMT } from '../inode.ts'
import { compilePattern } from '../pattern.ts'
import { decodePax, decodeTarHeader, encodeTarHeader, paddingOf, TAR_BLOCK, type TarHeader } from '../tar-format.ts'
import { modeString } from './listing.ts'
import { withoutTrailing } from '../../without-trailing.ts'

const MAX_META_BYTES = 64 * 1024

/** `tar -c|-x|-t [-z] [-v] [-f file] [-C dir] [-O] [--exclude pattern] [paths]`. Without -f, stdin or stdout. */
export const tar: Command = async (context) => {
  const [first, ...rest] = context.args
  const args = first !== undefined && /^[a-zA-Z]+$/.test(first) ? [`-${first}`, ...rest] : context.args
  const options = parseOptions(args, {
    flags: 'ctxzvOpmkoPh',
    values: 'fCTX',
    long: ['exclude=', 'numeric-owner', 'no-same-owner', 'strip-components='],
  })
  const modes = ['c', 't', 'x'].filter((flag) => options.has(flag))
  if (modes.length !== 1) throw new CommandError('Needs -txc')
  const base = pathOf(context, options.value('C') ?? '.')
  if (!context.files.isDirectory(base)) throw new CommandError(`${options.value('C')}: No such file or directory`)
  if (options.has('c')) await create(context, options, base)
  else await extract(context, options, base)
  return 0
}

async function create(context: CommandContext, options: ParsedOptions, base: string): Promise<void> {
  if (options.operands.length === 0) throw new CommandError('empty archive')
  const file = options.value('f')
  const toFile = file !== undefined && file !== '-'
  const sink = toFile ? new FileSink(context.files.openWrite(pathOf(context, file), { append: false })) : undefined
  const write = async (bytes: Uint8Array) => {
    await context.budget.spend(1 + bytes.length / 4096)
    if (sink) await sink.write(bytes)
    else await context.stdout.write(bytes)
  }
  try {
    const blocks = archive(context, options, base, toFile ? pathOf(context, file) : undefined)
    if (!options.has('z')) for await (const block of blocks) await write(block)
    else {
      await pipeline(Readable.from(blocks), createGzip(), async (zipped: AsyncIterable<Buffer>) => {
        for await (const bytes of zipped) await write(bytes)
      })
    }
  } finally {
    sink?.close()
  }
}

async function* archive(
  context: CommandContext,
  options: ParsedOptions,
  base: string,
  itself: string | undefined,
): AsyncGenerator<Buffer> {
  const { files } = context
  const excludes = options.values('exclude').map((pattern) => compilePattern(pattern))
  const excluded = (name: string) => excludes.some((matches) => matches(name))
  async function* add(name: string, path: string): AsyncGenerator<Buffer> {
    await context.budget.spend()
    if (path === itself || excluded(name) || excluded(posix.basename(name))) return
    const found = files.lstat(path)
    const kind = found.mode & S_IFMT
    const stored = name.replace(/^\/+/, '')
    const common = {
      mode: found.mode & PERMISSION_BITS,
      uid: found.uid,
      gid: found.gid,
      mtime: found.mtime,
      target: '',
      size: 0,
    }
    if (options.has('v')) await context.stderr.line(stored)
    if (kind === S_IFDIR) {
      if (stored !== '') yield encodeTarHeader({ ...common, name: `${stored.replace(/\/$/, '')}/`, type: 'directory' })
      for (const entry of files.list(path)) yield* add(posix.join(name, entry), posix.join(path, entry))
    } else if (kind === S_IFLNK) {
      yield encodeTarHeader({ ...common, name: stored, type: 'symlink', target: files.readlink(path) })
    } else {
      // A snapshot: what is appended meanwhile would not fit the header's size.
      const content = files.readFile(path)
      yield encodeTarHeader({ ...common, name: stored, type: 'file', size: content.length })
      for (let start = 0; start < content.length; start += 65_536) yield content.subarray(start, start + 65_536)
      yield Buffer.alloc(paddingOf(content.length))
    }
  }
  for (const name of options.operands) yield* add(name, posix.resolve(base, name))
  yield Buffer.alloc(TAR_BLOCK * 2)
}

async function extract(context: CommandContext, options: ParsedOptions, base: string): Promise<void> {
  const file = options.value('f')
  const source: ByteSource =
    file === undefined || file === '-'
      ? context.stdin.source
      : new FileSource(context.files.openRead(pathOf(context, file)))
  const input = new Input(source, context.signal, context.budget)
  const magic = await input.read(2)
  if (!magic) throw new CommandError('empty archive')
  source.unread(magic)
  const zipped = magic[0] === 0x1f && (magic[1] === undefined || magic[1] === 0x8b)
  const chunks = chunksOf(input)
  // Node's gunzip works off the main thread and in bounded pieces, so a bomb meets the budget and the storage limit.
  const reader = new BlockReader(zipped ? gunzip(chunks) : chunks, context)
  const wanted = options.operands.map((name) => name.replace(/\/$/, ''))
  let found = 0
  // A folder's time is set last: what is put into it changes it.
  const folders = new Map<string, number>()
  for (let entry = await nextEntry(reader); entry; entry = await nextEntry(reader)) {
    const name = entry.name.replace(/^(?:\.?\/)+/, '').replace(/\/$/, '')
    const selected =
      wanted.length === 0 ||
      wanted.some((prefix) => entry?.name.startsWith(prefix) || name === prefix || name.startsWith(`${prefix}/`))
    if (!selected) {
      await reader.skip(entry.size + paddingOf(entry.size))
      continue
    }
    found += 1
    if (options.has('t')) await list(context, options, reader, entry)
    else await restore(context, options, reader, entry, { base, name: stripped(name, options), folders })
  }
  for (const [path, mtime] of folders) {
    // A later entry may have put something else in its place.
    if (context.files.isDirectory(path)) context.files.utimes(path, mtime)
  }
  // Whoever feeds the archive must not find the pipe broken over its last blocks of zeros.
  await reader.drain()
  if (wanted.length > 0 && found === 0) throw new CommandError('not in archive')
}

async function* chunksOf(input: Input): AsyncGenerator<Uint8Array> {
  for (let bytes = await input.read(); bytes; bytes = await input.read()) yield bytes
}

async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unzip = createGunzip()
  const fed = pipeline(Readable.from(chunks), unzip)
  // The loop below reports the same failure.
  fed.catch(() => {})
  try {
    yield* unzip as AsyncIterable<Buffer>
  } catch {
    throw new CommandError('bad gzip data')
  }
  await fed
}

function stripped(name: string, options: ParsedOptions): string {
  return name
    .split('/')
    .slice(Number(options.value('strip-components') ?? 0))
    .join('/')
}

async function list(
  context: CommandContext,
  options: ParsedOptions,
  reader: BlockReader,
  entry: TarHeader,
): Promise<void> {
  const type = entry.flag === '5' ? S_IFDIR : entry.flag === '2' ? S_IFLNK : 0
  const prefix = options.has('v')
    ? `${modeString(entry.mode | type)} ${entry.uid}/${entry.gid} ${String(entry.size).padStart(9)} `
    : ''
  await context.stdout.line(prefix + entry.name)
  await reader.skip(entry.size + paddingOf(entry.size))
}

async function restore(
  context: CommandContext,
  options: ParsedOptions,
  reader: BlockReader,
  entry: TarHeader,
  { base, name, folders }: { base: string; name: string; folders: Map<string, number> },
): Promise<void> {
  const { files } = context
  if (options.has('O')) return reader.copy(entry.size, (bytes) => context.stdout.write(bytes))
  if (name === '') return reader.skip(entry.size + paddingOf(entry.size))
  if (name.split('/').includes('..')) throw new CommandError(`'${entry.name}' not under '${base}'`)
  const path = posix.join(base, name)
  if (options.has('v')) await context.stderr.line(entry.name)
  const isDirectory = entry.flag === '5' || entry.name.endsWith('/')
  if (isDirectory) files.mkdir(path, { parents: true, mode: entry.mode & PERMISSION_BITS })
  else {
    files.mkdir(posix.dirname(path), { parents: true })
    if (files.exists(path) || isLink(context, path)) files.removeTree(path)
    if (entry.flag === '2') files.symlink(entry.target, path)
    else await restoreFile(context, reader, entry, path)
  }
  if (!options.has('m')) {
    if (isDirectory) folders.set(path, entry.mtime)
    else files.utimes(path, entry.mtime, { followLast: false })
  }
  if (entry.flag === '2') return reader.skip(entry.size + paddingOf(entry.size))
  files.chmod(path, entry.mode)
  if (!options.has('o')) files.chown(path, entry.uid, entry.gid)
}

function isLink({ files }: CommandContext, path: string): boolean {
  try {
    return (files.lstat(path).mode & S_IFMT) === S_IFLNK
  } catch {
    // Nothing is there.
    return false
  }
}

async function restoreFile(
  { files }: CommandContext,
  reader: BlockReader,
  entry: TarHeader,
  path: string,
): Promise<void> {
  const sink = new FileSink(files.openWrite(path, { append: false }))
  try {
    await reader.copy(entry.size, (bytes) => sink.write(bytes))
  } finally {
    sink.close()
  }
}

/** The next entry, with the long names and pax records before it applied. */
async function nextEntry(reader: BlockReader): Promise<TarHeader | undefined> {
  const overrides: { name?: string; target?: string } = {}
  for (;;) {
    const block = await reader.read(TAR_BLOCK)
    const header = block && decodeTarHeader(block)
    if (!header) return undefined
    if (!'LKxg'.includes(header.flag)) return { ...header, ...overrides }
    if (header.size > MAX_META_BYTES) throw new LimitExceeded('name too long')
    const content = (await reader.read(header.size + paddingOf(header.size)))?.subarray(0, header.size)
    if (!content) throw new CommandError('short header')
    if (header.flag === 'L') overrides.name = withoutTrailing(content.toString('utf8'), '\0')
    if (header.flag === 'K') overrides.target = withoutTrailing(content.toString('utf8'), '\0')
    if (header.flag !== 'x') continue
    const { path, linkpath } = decodePax(content)
    if (path !== undefined) overrides.name = path
    if (linkpath !== undefined) overrides.target = linkpath
  }
}

/** Reads an archive in exact pieces. */
class BlockReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  readonly #context: CommandContext
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Uint8Array>, context: CommandContext) {
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.#context = context
  }

  /** Exactly that many bytes, undefined at the end. Only for small pieces: they are held in memory. */
  async read(length: number): Promise<Buffer | undefined> {
    while (this.#rest.length < length) {
      const { value, done } = await this.#chunks.next()
      if (done === true) return undefined
      this.#rest = Buffer.concat([this.#rest, value])
    }
    const bytes = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return bytes
  }

  async skip(length: number): Promise<void> {
    await this.#pass(length, () => Promise.resolve())
  }

  async drain(): Promise<void> {
    while ((await this.#chunks.next()).done !== true) await this.#context.budget.spend()
  }

  /** Hands on a file's content, and skips its padding. */
  async copy(size: number, write: (bytes: Buffer) => Promise<void>): Promise<void> {
    await this.#pass(size, write)
    await this.skip(paddingOf(size))
  }

  async #pass(length: number, write: (bytes: Buffer) => Promise<void>): Promise<void> {
    for (let left = length; left > 0;) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#chunks.next()
        if (done === true) throw new CommandError('short archive')
        this.#rest = Buffer.from(value)
      }
      const bytes = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(bytes.length)
      left -= bytes.length
      await this.#context.budget.spend(1 + bytes.length / 4096)
      await write(bytes)
    }
  }
}

/** `gzip`, `gunzip` and `zcat`: of stdin, or of files in place. */
export const gzip: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'cdfkq123456789n' })
  const unzips = options.has('d') || context.name !== 'gzip'
  const toStdout = options.has('c') || context.name === 'zcat' || options.operands.length === 0
  const transform = async (input: Input, write: (bytes: Uint8Array) => Promise<void>) => {
    if (unzips) {
      for await (const bytes of gunzip(chunksOf(input))) {
        await context.budget.spend(1 + bytes.length / 4096)
        await write(bytes)
      }
      return
    }
    await pipeline(Readable.from(chunksOf(input)), createGzip(), async (zipped: AsyncIterable<Buffer>) => {
      for await (const bytes of zipped) await write(bytes)
    })
  }
  if (options.operands.length === 0) await transform(context.stdin, (bytes) => context.stdout.write(bytes))
  for (const name of options.operands) {
    const path = pathOf(context, name)
    const input = new Input(new FileSource(context.files.openRead(path)), context.signal, context.budget)
    if (toStdout) {
      await transform(input, (bytes) => context.stdout.write(bytes))
      continue
    }
    if (unzips && !path.endsWith('.gz')) throw new CommandError(`${name}: no .gz`)
    const sink = new FileSink(context.files.openWrite(unzips ? path.slice(0, -3) : `${path}.gz`, { append: false }))
    try {
      await transform(input, (bytes) => sink.write(bytes))
    } finally {
      sink.close()
    }
    if (!options.has('k')) context.files.remove(path)
  }
  return 0
}
