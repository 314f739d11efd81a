import { COMMAND_NAMES, SYSTEM_BIN } from '../shell/command-table.ts'
import type { FileSystem } from '../shell/file-system.ts'
import { ROOT_UID, S_IFCHR, S_IFREG, SHELL_UID, SYSTEM_UID, type DeviceFile, type Inode } from '../shell/inode.ts'
import { generatedFiles, type LivePhone } from './generated-files.ts'

const READ_ONLY_FOLDERS = ['/system', '/vendor', '/product', '/apex', '/proc', '/sys', '/dev']
const DEVICES: DeviceFile['device'][] = ['null', 'zero', 'urandom', 'full']

/** Fills a new phone's file system: partitions, links, devices, /proc and /sys. */
export function installSystemImage(files: FileSystem, phone: LivePhone): void {
  const folder = (path: string, mode = 0o755, uid = ROOT_UID) => files.mkdir(path, { parents: true, mode, uid })
  for (const path of [
    '/system/bin',
    '/system/etc',
    '/system/framework',
    '/vendor/bin',
    '/product/bin',
    '/apex',
    '/dev',
    '/mnt',
  ])
    folder(path)
  for (const path of ['/proc/net', '/sys/class/power_supply/battery', '/sys/class/thermal/thermal_zone0']) folder(path)
  folder('/data', 0o771, SYSTEM_UID)
  for (const path of ['/data/app', '/data/data', '/data/system', '/data/user']) folder(path, 0o771, SYSTEM_UID)
  folder('/data/local', 0o751)
  folder('/data/local/tmp', 0o771, SHELL_UID)
  // Clients push scrcpy's server here before they start it; a virtual phone brings its own, so they need not.
  files.writeFile('/data/local/tmp/scrcpy-server.jar', Buffer.from('PK'), { mode: 0o644, uid: SHELL_UID })
  for (const path of ['Alarms', 'Android', 'DCIM/Camera', 'Documents', 'Download', 'Movies', 'Music', 'Pictures']) {
    folder(`/storage/emulated/0/${path}`, 0o770, SHELL_UID)
  }
  folder('/storage/self')
  files.symlink('/storage/emulated/0', '/storage/self/primary', { uid: ROOT_UID })
  files.symlink('/storage/self/primary', '/sdcard', { uid: ROOT_UID })
  files.symlink('/system/bin', '/bin', { uid: ROOT_UID })
  files.symlink('/system/etc', '/etc', { uid: ROOT_UID })
  files.symlink('/data/data', '/data/user/0', { uid: ROOT_UID })
  const program = Buffer.from('\x7fELF')
  for (const name of COMMAND_NAMES) files.writeFile(`${SYSTEM_BIN}/${name}`, program, { mode: 0o755, uid: ROOT_UID })
  files.writeFile('/system/etc/hosts', '127.0.0.1       localhost\n::1             ip6-localhost\n', { uid: ROOT_UID })
  for (const device of DEVICES) {
    files.mount(`/dev/${device}`, (base) => ({ ...base, mode: S_IFCHR | 0o666, kind: 'device', device }))
  }
  files.mount('/dev/random', (base) => ({ ...base, mode: S_IFCHR | 0o666, kind: 'device', device: 'urandom' }))
  for (const [path, generate] of Object.entries(generatedFiles(phone))) {
    files.mount(path, (base) => ({ ...base, mode: S_IFREG | 0o444, kind: 'generated', generate }))
  }
  for (const path of READ_ONLY_FOLDERS) protect(files.lookup(path))
}

function protect(inode: Inode): void {
  inode.readOnly = true
  if (inode.kind === 'directory') for (const entry of inode.entries.values()) protect(entry)
}
