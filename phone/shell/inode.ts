/** What a directory entry points at. Modes are Linux's `st_mode`, type bits included; times are milliseconds. */

export const S_IFMT = 0o170000
export const S_IFDIR = 0o040000
export const S_IFREG = 0o100000
export const S_IFLNK = 0o120000
export const S_IFCHR = 0o020000
export const PERMISSION_BITS = 0o7777

/** Users of Android that own files: `id` of the shell, of the system, and the first one given to an app. */
export const ROOT_UID = 0
export const SYSTEM_UID = 1000
export const SHELL_UID = 2000
export const FIRST_APP_UID = 10_000

interface InodeBase {
  readonly ino: number
  mode: number
  uid: number
  gid: number
  mtime: number
  /** Part of a read-only partition: neither it nor its entries can be changed. */
  readOnly: boolean
}

export interface RegularFile extends InodeBase {
  kind: 'file'
  /** The first `size` bytes are the content; the rest is room to grow. Never overwritten in place, so views stay valid. */
  buffer: Buffer
  size: number
  /** Directory entries that point here. */
  links: number
  /** Writers that hold it open: its bytes count until the last one closes, even when it has been unlinked. */
  writers: number
}

export interface Directory extends InodeBase {
  kind: 'directory'
  entries: Map<string, Inode>
  parent: Directory | undefined
}

interface SymbolicLink extends InodeBase {
  kind: 'symlink'
  target: string
}

/** A file of /proc or /sys: its content is made anew whenever it is opened. */
export interface GeneratedFile extends InodeBase {
  kind: 'generated'
  generate: () => string
}

export interface DeviceFile extends InodeBase {
  kind: 'device'
  device: 'null' | 'zero' | 'urandom' | 'full'
}

export type Inode = RegularFile | Directory | SymbolicLink | GeneratedFile | DeviceFile

export interface FileStat {
  ino: number
  mode: number
  links: number
  uid: number
  gid: number
  size: number
  mtime: number
}

const MESSAGES = {
  EPERM: [1, 'Operation not permitted'],
  ENOENT: [2, 'No such file or directory'],
  EEXIST: [17, 'File exists'],
  EXDEV: [18, 'Cross-device link'],
  ENOTDIR: [20, 'Not a directory'],
  EISDIR: [21, 'Is a directory'],
  EINVAL: [22, 'Invalid argument'],
  EFBIG: [27, 'File too large'],
  ENOSPC: [28, 'No space left on device'],
  EROFS: [30, 'Read-only file system'],
  ENAMETOOLONG: [36, 'File name too long'],
  ENOTEMPTY: [39, 'Directory not empty'],
  ELOOP: [40, 'Too many symbolic links encountered'],
} as const

type ErrorCode = keyof typeof MESSAGES

/** A failed file operation; `message` is Android's `strerror`, `errno` its number. */
export class FileSystemError extends Error {
  override name = 'FileSystemError'
  readonly code: ErrorCode
  readonly errno: number

  constructor(code: ErrorCode) {
    super(MESSAGES[code][1])
    this.code = code
    this.errno = MESSAGES[code][0]
  }
}

export function statOf(inode: Inode): FileStat {
  return {
    ino: inode.ino,
    mode: inode.mode,
    links: inode.kind === 'file' ? inode.links : inode.kind === 'directory' ? 2 : 1,
    uid: inode.uid,
    gid: inode.gid,
    size: sizeOf(inode),
    mtime: inode.mtime,
  }
}

function sizeOf(inode: Inode): number {
  if (inode.kind === 'file') return inode.size
  if (inode.kind === 'directory') return 4096
  return inode.kind === 'symlink' ? Buffer.byteLength(inode.target) : 0
}
