import { posix } from 'node:path'
import { FileReader, FileWriter, type SpaceAccount } from './file-handle.ts'
import {
  FileSystemError,
  PERMISSION_BITS,
  S_IFDIR,
  S_IFLNK,
  S_IFMT,
  S_IFREG,
  SHELL_UID,
  statOf,
  type Directory,
  type FileStat,
  type Inode,
  type RegularFile,
} from './inode.ts'

const MAX_PATH = 4096
/** Bytes in UTF-8. */
const MAX_NAME = 255
const MAX_LINKS_FOLLOWED = 40
const MAX_DEPTH = 256
/** What a file costs besides its content, so that empty files are bounded too. */
const INODE_COST = 1024
const EMPTY = Buffer.alloc(0)

interface NewEntry {
  mode?: number
  uid?: number
  readOnly?: boolean
}

/**
 * A phone's files, in memory only: it never touches a file of the host. Paths are absolute; failures are
 * FileSystemError. One size limit covers content and inodes together.
 */
export class FileSystem {
  readonly root: Directory
  readonly capacity: number
  readonly #now: () => number
  readonly #watchers = new Map<() => void, { path: string; seen: string }>()
  readonly #space: SpaceAccount
  readonly #versions = new WeakMap<Buffer, number>()
  #nextVersion = 0
  #used = 0
  #nextIno = 2
  #announced = false

  constructor(options: { capacity: number; now?: () => number }) {
    this.capacity = options.capacity
    this.#now = options.now ?? Date.now
    this.#space = {
      charge: (bytes) => this.#charge(bytes),
      changed: () => this.#changed(),
      now: () => this.#now(),
    }
    this.root = { ...this.#base(S_IFDIR | 0o755, { uid: 0 }), kind: 'directory', entries: new Map(), parent: undefined }
  }

  /** Bytes in use, of `capacity`. */
  get used(): number {
    return this.#used
  }

  stat(path: string): FileStat {
    return statOf(this.lookup(path))
  }

  lstat(path: string): FileStat {
    return statOf(this.lookup(path, { followLast: false }))
  }

  exists(path: string): boolean {
    try {
      this.lookup(path)
      return true
    } catch (error) {
      if (error instanceof FileSystemError) return false
      throw error
    }
  }

  isDirectory(path: string): boolean {
    return this.exists(path) && this.lookup(path).kind === 'directory'
  }

  /** Names in a directory, sorted by code unit. */
  list(path: string): string[] {
    return [...this.#directory(path).entries.keys()].toSorted()
  }

  /** How many names a directory has. */
  count(path: string): number {
    return this.#directory(path).entries.size
  }

  /** The path with every symbolic link followed. */
  realpath(path: string): string {
    let inode: Directory | undefined
    const found = this.lookup(path)
    const names: string[] = []
    if (found.kind === 'directory') inode = found
    else {
      const { directory } = this.#locate(path, true)
      inode = directory
      names.push(nameIn(directory, found))
    }
    for (; inode?.parent; inode = inode.parent) names.unshift(nameIn(inode.parent, inode))
    return `/${names.join('/')}`
  }

  readlink(path: string): string {
    const inode = this.lookup(path, { followLast: false })
    if (inode.kind !== 'symlink') throw new FileSystemError('EINVAL')
    return inode.target
  }

  /** The whole content, as a view that stays valid when the file changes. */
  readFile(path: string): Buffer {
    const inode = this.lookup(path)
    if (inode.kind === 'file') return inode.buffer.subarray(0, inode.size)
    if (inode.kind === 'device' && inode.device !== 'null') throw new FileSystemError('EFBIG')
    return this.openRead(path).read(Number.MAX_SAFE_INTEGER) ?? EMPTY
  }

  openRead(path: string): FileReader {
    const inode = this.lookup(path)
    if (inode.kind === 'directory') throw new FileSystemError('EISDIR')
    if (inode.kind === 'symlink') throw new FileSystemError('ELOOP')
    return new FileReader(inode)
  }

  writeFile(path: string, content: string | Uint8Array, entry: NewEntry = {}): void {
    const writer = this.openWrite(path, { ...entry, append: false })
    try {
      writer?.write(typeof content === 'string' ? Buffer.from(content) : content)
    } finally {
      writer?.close()
    }
  }

  /** Creates or truncates (or continues, with `append`) a file. Undefined: a device that swallows everything. */
  openWrite(path: string, options: NewEntry & { append: boolean }): FileWriter | undefined {
    const { directory, name, inode } = this.#locate(path, true)
    if (!inode) return new FileWriter(this.#create(directory, name, options), this.#space)
    if (inode.kind === 'device') {
      if (inode.device === 'full') throw new FileSystemError('ENOSPC')
      return undefined
    }
    if (inode.kind === 'directory') throw new FileSystemError('EISDIR')
    if (inode.readOnly || inode.kind !== 'file') throw new FileSystemError('EROFS')
    if (!options.append) this.#truncate(inode)
    return new FileWriter(inode, this.#space)
  }

  mkdir(path: string, options: NewEntry & { parents?: boolean } = {}): void {
    if (options.parents) {
      const parent = posix.dirname(posix.normalize(path))
      if (!this.exists(parent)) this.mkdir(parent, options)
      if (this.isDirectory(path)) return
    }
    const { directory, name, inode } = this.#locate(path, false)
    if (inode) throw new FileSystemError('EEXIST')
    if (depthOf(directory) >= MAX_DEPTH) throw new FileSystemError('ENAMETOOLONG')
    const base = this.#base(S_IFDIR | (options.mode ?? 0o755), options)
    this.#link(directory, name, { ...base, kind: 'directory', entries: new Map(), parent: directory })
  }

  symlink(target: string, path: string, entry: NewEntry = {}): void {
    const { directory, name, inode } = this.#locate(path, false)
    if (inode) throw new FileSystemError('EEXIST')
    if (target.length > MAX_PATH) throw new FileSystemError('ENAMETOOLONG')
    this.#link(directory, name, { ...this.#base(S_IFLNK | 0o777, entry), kind: 'symlink', target })
  }

  /** Hangs in a generated or device file; only the image of the phone does so. */
  mount(path: string, make: (base: ReturnType<FileSystem['newBase']>) => Inode): void {
    const { directory, name, inode } = this.#locate(path, false)
    if (inode) throw new FileSystemError('EEXIST')
    directory.entries.set(name, make(this.newBase()))
  }

  /** Hangs in a folder of such files, which nobody else can change; answers what removes it. */
  mountFolder(path: string, entries: Record<string, (base: ReturnType<FileSystem['newBase']>) => Inode>): () => void {
    const { directory: parent, name } = this.#locate(path, false)
    const base = { ...this.newBase(), mode: S_IFDIR | 0o555, readOnly: true }
    const folder: Directory = { ...base, kind: 'directory', entries: new Map(), parent }
    for (const [entry, make] of Object.entries(entries))
      folder.entries.set(entry, make({ ...this.newBase(), readOnly: true }))
    parent.entries.set(name, folder)
    return () => {
      if (parent.entries.get(name) === folder) parent.entries.delete(name)
    }
  }

  newBase() {
    return this.#base(0, { uid: 0 })
  }

  /** Removes a file, a link or an empty directory. */
  remove(path: string): void {
    const { directory, name, inode } = this.#locate(path, false)
    if (!inode) throw new FileSystemError('ENOENT')
    if (inode === this.root) throw new FileSystemError('EINVAL')
    if (inode.kind === 'directory' && inode.entries.size > 0) throw new FileSystemError('ENOTEMPTY')
    if (directory.readOnly || inode.readOnly) throw new FileSystemError('EROFS')
    directory.entries.delete(name)
    directory.mtime = this.#now()
    this.#release(inode)
    this.#changed()
  }

  /** Removes a path and everything below it. */
  removeTree(path: string): void {
    const inode = this.lookup(path, { followLast: false })
    if (inode.kind === 'directory') {
      for (const name of inode.entries.keys()) this.removeTree(posix.join(path, name))
    }
    if (inode !== this.root) this.remove(path)
  }

  /** Moves a path over another, as rename(2) does. */
  rename(from: string, to: string): void {
    const source = this.#locate(from, false)
    const target = this.#locate(to, false)
    if (!source.inode) throw new FileSystemError('ENOENT')
    if (source.directory.readOnly || target.directory.readOnly || source.inode.readOnly) {
      throw new FileSystemError('EROFS')
    }
    if (source.inode === target.inode) return
    for (let up: Directory | undefined = target.directory; up; up = up.parent) {
      if (up === source.inode) throw new FileSystemError('EINVAL')
    }
    if (target.inode) {
      const directories = [source.inode, target.inode].filter(({ kind }) => kind === 'directory').length
      if (directories === 1) throw new FileSystemError(target.inode.kind === 'directory' ? 'EISDIR' : 'ENOTDIR')
      this.remove(to)
    }
    source.directory.entries.delete(source.name)
    target.directory.entries.set(target.name, source.inode)
    if (source.inode.kind === 'directory') source.inode.parent = target.directory
    this.#changed()
  }

  chmod(path: string, permissions: number): void {
    const inode = this.#changeable(path)
    inode.mode = (inode.mode & S_IFMT) | (permissions & PERMISSION_BITS)
  }

  chown(path: string, uid: number, gid: number): void {
    const inode = this.#changeable(path)
    inode.uid = uid
    inode.gid = gid
  }

  /** Sets the modification time, in milliseconds: of what a link points to, unless the link itself is meant. */
  utimes(path: string, mtime: number, how?: { followLast: boolean }): void {
    this.#changeable(path, how).mtime = mtime
  }

  /** Calls back, soon after the fact, when what is at `path` has become something else. Returns the un-watch. */
  watch(path: string, changed: () => void): () => void {
    // An own function, so that the same callback may watch two paths.
    const watcher = () => changed()
    this.#watchers.set(watcher, { path, seen: this.#fingerprint(path) })
    return () => this.#watchers.delete(watcher)
  }

  /** The inode at a path; throws ENOENT. */
  lookup(path: string, { followLast = true }: { followLast?: boolean } = {}): Inode {
    const { inode } = this.#locate(path, followLast)
    if (!inode) throw new FileSystemError('ENOENT')
    return inode
  }

  #locate(path: string, followLast: boolean): { directory: Directory; name: string; inode: Inode | undefined } {
    if (path.length > MAX_PATH) throw new FileSystemError('ENAMETOOLONG')
    const mustBeDirectory = path.endsWith('/') || path.endsWith('/.')
    const pending = namesIn(path)
    let directory = this.root
    let followed = 0
    for (;;) {
      const name = pending.shift()
      if (name === undefined) return whereIs(directory)
      if (Buffer.byteLength(name) > MAX_NAME) throw new FileSystemError('ENAMETOOLONG')
      if (name === '..') {
        directory = directory.parent ?? directory
        continue
      }
      const inode = directory.entries.get(name)
      const last = pending.length === 0
      if (inode?.kind === 'symlink' && (!last || followLast || mustBeDirectory)) {
        if (++followed > MAX_LINKS_FOLLOWED) throw new FileSystemError('ELOOP')
        if (inode.target.startsWith('/')) directory = this.root
        pending.unshift(...namesIn(inode.target))
        continue
      }
      if (last) {
        if (mustBeDirectory && inode && inode.kind !== 'directory') throw new FileSystemError('ENOTDIR')
        return { directory, name, inode }
      }
      if (!inode) throw new FileSystemError('ENOENT')
      if (inode.kind !== 'directory') throw new FileSystemError('ENOTDIR')
      directory = inode
    }
  }

  #directory(path: string): Directory {
    const inode = this.lookup(path)
    if (inode.kind !== 'directory') throw new FileSystemError('ENOTDIR')
    return inode
  }

  #changeable(path: string, how?: { followLast: boolean }): Inode {
    const inode = this.lookup(path, how)
    if (inode.readOnly) throw new FileSystemError('EROFS')
    return inode
  }

  #create(directory: Directory, name: string, entry: NewEntry): RegularFile {
    const base = this.#base(S_IFREG | ((entry.mode ?? 0o644) & PERMISSION_BITS), entry)
    const file: RegularFile = { ...base, kind: 'file', buffer: EMPTY, size: 0, links: 1, writers: 0 }
    this.#link(directory, name, file)
    return file
  }

  #link(directory: Directory, name: string, inode: Inode): void {
    if (directory.readOnly) throw new FileSystemError('EROFS')
    this.#charge(INODE_COST)
    directory.entries.set(name, inode)
    directory.mtime = this.#now()
    this.#changed()
  }

  #truncate(file: RegularFile): void {
    this.#charge(-file.size)
    file.buffer = EMPTY
    file.size = 0
    file.mtime = this.#now()
    this.#changed()
  }

  #release(inode: Inode): void {
    this.#charge(-INODE_COST)
    if (inode.kind !== 'file') return
    inode.links -= 1
    if (inode.links === 0 && inode.writers === 0) this.#charge(-inode.size)
  }

  #charge(bytes: number): void {
    if (bytes > 0 && this.#used + bytes > this.capacity) throw new FileSystemError('ENOSPC')
    this.#used += bytes
  }

  #base(mode: number, { uid = SHELL_UID, readOnly = false }: NewEntry) {
    return { ino: this.#nextIno++, mode, uid, gid: uid, mtime: this.#now(), readOnly }
  }

  /** Watchers hear of a change once the running operation is over, and once for many writes in a row. */
  #changed(): void {
    if (this.#announced || this.#watchers.size === 0) return
    this.#announced = true
    setImmediate(() => {
      this.#announced = false
      for (const [changed, watched] of this.#watchers) {
        const now = this.#fingerprint(watched.path)
        if (now === watched.seen) continue
        watched.seen = now
        changed()
      }
    })
  }

  #fingerprint(path: string): string {
    if (!this.exists(path)) return ''
    const { ino, size, mtime } = this.stat(path)
    // A write of the same length within the same millisecond is told apart by the buffer's identity being new.
    const inode = this.lookup(path)
    return `${ino} ${size} ${mtime} ${inode.kind === 'file' ? this.#contentVersion(inode) : ''}`
  }

  #contentVersion({ buffer }: RegularFile): number {
    const version = this.#versions.get(buffer) ?? this.#nextVersion++
    this.#versions.set(buffer, version)
    return version
  }
}

function namesIn(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.')
}

/** The place of a directory that was reached by `..` or by the path `/`. */
function whereIs(inode: Directory): { directory: Directory; name: string; inode: Directory } {
  return inode.parent
    ? { directory: inode.parent, name: nameIn(inode.parent, inode), inode }
    : { directory: inode, name: '.', inode }
}

function nameIn(directory: Directory, inode: Inode): string {
  for (const [name, entry] of directory.entries) if (entry === inode) return name
  return ''
}

function depthOf(directory: Directory): number {
  let depth = 0
  for (let up = directory.parent; up; up = up.parent) depth += 1
  return depth
}
