import { FileSystemError, SYSTEM_UID } from '../inode.ts'
import { parseOptions } from '../command-options.ts'
import { CommandError, pathOf, type Command, type CommandContext } from '../command.ts'
import { LimitExceeded } from '../budget.ts'
import { readApk } from '../../system/apk.ts'
import { mainActivity, partsOf, readIntent, resolveActivity } from './intent.ts'

const MAX_APK_BYTES = 128 * 1024 * 1024

/** `pm list|path|install|install-...|uninstall|clear|enable|disable-user|grant|revoke|resolve-activity|dump`, also as `cmd package`. */
export const pm: Command = async (context) => {
  const [verb, ...args] = context.args
  switch (verb) {
    case 'list':
      return list(context, args)
    case 'path':
      return path(context, args)
    case 'install':
      return install(context, args)
    case 'install-create':
    case 'install-write':
    case 'install-commit':
    case 'install-abandon':
      return installSession(context, verb, args)
    case 'install-existing':
      return installExisting(context, args)
    case 'uninstall':
      return uninstall(context, args)
    case 'grant':
    case 'revoke':
      return setPermission(context, verb, args)
    case 'query-activities':
      return launchable(context)
    case 'resolve-activity':
      return resolve(context, args)
    case 'dump':
      return context.run(['dumpsys', 'package', ...args])
    case 'clear':
      return clear(context, args)
    case 'enable':
    case 'disable':
    case 'disable-user':
      return setEnabled(context, args, verb === 'enable')
    default:
      await context.stderr.line(`Unknown command: ${verb ?? ''}`)
      return 255
  }
}

async function list({ phone, stdout }: CommandContext, [what, ...args]: string[]): Promise<number> {
  if (what === 'users') {
    await stdout.line('Users:\n\tUserInfo{0:Owner:c13} running')
    return 0
  }
  if (what === 'features') {
    await stdout.line('feature:android.hardware.touchscreen\nfeature:android.hardware.wifi')
    return 0
  }
  if (what !== 'packages' && what !== 'package') throw new CommandError(`Error: unknown list type '${what ?? ''}'`, 255)
  const options = parseOptions(args, { flags: '3sdefiuU', long: ['user=', 'show-versioncode'] })
  const [filter = ''] = options.operands
  const shown = phone.packages.all().filter(({ name, system, enabled }) => {
    if ((options.has('3') && system) || (options.has('s') && !system)) return false
    if ((options.has('d') && enabled) || (options.has('e') && !enabled)) return false
    return name.includes(filter)
  })
  for (const app of shown) {
    const version = options.has('show-versioncode') ? ` versionCode:${app.versionCode}` : ''
    const uid = options.has('U') ? ` uid:${app.uid}` : ''
    const installer = options.has('i') ? '  installer=null' : ''
    await stdout.line(`package:${options.has('f') ? `${app.path}=` : ''}${app.name}${version}${installer}${uid}`)
  }
  return 0
}

async function path({ phone, stdout }: CommandContext, args: string[]): Promise<number> {
  const app = phone.packages.get(parseOptions(args, { long: ['user='] }).operands[0] ?? '')
  if (!app) return 1
  for (const file of [app.path, ...app.splits]) await stdout.line(`package:${file}`)
  return 0
}

const INSTALL_OPTIONS = {
  flags: 'drgtlfR',
  values: 'Sip',
  long: ['user=', 'abi=', 'fastdeploy', 'force-queryable', 'staged', 'install-location=', 'full', 'instant', 'pkg='],
}

/** `install [-r] [-d] [-g] [-t] [-S size] [file]`: the APK is in the file, or comes over stdin. */
async function install(context: CommandContext, args: string[]): Promise<number> {
  const options = parseOptions(args, INSTALL_OPTIONS)
  const [file] = options.operands
  return unlessFull(context, async () => {
    const apk =
      file !== undefined && file !== '-'
        ? context.files.readFile(pathOf(context, file))
        : await receive(context, options.value('S'))
    return finish(context, [apk])
  })
}

/** Puts an app in its place: its base, and the parts that came with it. */
async function finish(context: CommandContext, apks: readonly Buffer[]): Promise<number> {
  const { packages, logcat } = context.phone
  const parts = apks.map((apk) => ({ apk, manifest: readApk(apk) }))
  if (parts.some(({ manifest }) => !manifest)) return failed(context, 'INSTALL_PARSE_FAILED_NOT_APK')
  const base = parts.find(({ manifest }) => manifest?.split === undefined)
  if (!base?.manifest) return failed(context, 'INSTALL_FAILED_INVALID_APK: Full install must include a base package')
  const { name } = base.manifest
  const other = parts.find(({ manifest }) => manifest?.name !== name)?.manifest
  if (other) return failed(context, `INSTALL_FAILED_INVALID_APK: ${other.name} package is inconsistent with ${name}`)
  const splits = new Map(
    parts.flatMap(({ apk, manifest }) => (manifest?.split === undefined ? [] : [[manifest.split, apk] as const])),
  )
  const failure = packages.install(base.manifest, base.apk, splits)
  if (failure !== undefined) return failed(context, failure)
  context.phone.stopApp(name)
  logcat.add('I', 'PackageManager', `Package ${name} installed`)
  await context.stdout.line('Success')
  return 0
}

async function unlessFull(context: CommandContext, run: () => Promise<number>): Promise<number> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error
    return failed(
      context,
      error.code === 'ENOSPC' ? 'INSTALL_FAILED_INSUFFICIENT_STORAGE' : `INSTALL_FAILED_INVALID_URI: ${error.message}`,
    )
  }
}

/** Where the parts of an app wait that comes in several; the number is the process that began it. */
const sessionFolder = (id: string): string => `/data/app/vmdl${id}.tmp`

/**
 * `install-create [options]`, `install-write -S size session name [file]`, `install-commit session` and `install-abandon
 * session`: an app that comes in several APKs.
 */
async function installSession(context: CommandContext, verb: string, args: string[]): Promise<number> {
  const { files, stdout } = context
  const options = parseOptions(args, INSTALL_OPTIONS)
  if (verb === 'install-create') {
    files.mkdir(sessionFolder(String(context.pid)), { mode: 0o700, uid: SYSTEM_UID })
    await stdout.line(`Success: created install session [${context.pid}]`)
    return 0
  }
  const [id = '', name = '', file = '-'] = options.operands
  const folder = sessionFolder(id)
  if (!/^\d{1,10}$/.test(id) || !files.isDirectory(folder)) {
    await context.stderr.line(`Error: java.lang.SecurityException: Caller has no access to session ${id}`)
    return 1
  }
  if (verb === 'install-write') {
    if (!/^[\w.-]{1,200}$/.test(name)) throw new CommandError(`Error: Invalid name: ${name}`, 1)
    return unlessFull(context, async () => {
      const path = `${folder}/${name}`
      if (file === '-') await receiveInto(context, path, options.value('S'))
      else files.writeFile(path, files.readFile(pathOf(context, file)), { mode: 0o600, uid: SYSTEM_UID })
      await stdout.line(`Success: streamed ${files.stat(path).size} bytes`)
      return 0
    })
  }
  const apks = files.list(folder).map((part) => files.readFile(`${folder}/${part}`))
  files.removeTree(folder)
  if (verb === 'install-commit') return unlessFull(context, () => finish(context, apks))
  await stdout.line('Success')
  return 0
}

async function failed({ stdout }: CommandContext, reason: string): Promise<number> {
  await stdout.line(`Failure [${reason}]`)
  return 1
}

/**
 * The APK that comes over stdin, as a view that stays valid. While it comes it is a file, so that it counts as used
 * storage; what is installed is written to its own place, and needs no room besides this one's.
 */
async function receive(context: CommandContext, announced: string | undefined): Promise<Buffer> {
  const staged = sessionFolder(String(context.pid))
  await receiveInto(context, staged, announced)
  const apk = context.files.readFile(staged)
  context.files.remove(staged)
  return apk
}

/** What comes over stdin as a file, which goes again where it does not come whole. */
async function receiveInto(
  { stdin, files }: CommandContext,
  path: string,
  announced: string | undefined,
): Promise<void> {
  const size = Number(announced)
  if (!Number.isInteger(size) || size <= 0 || size > MAX_APK_BYTES)
    throw new CommandError('Error: must specify a size with -S', 1)
  const writer = files.openWrite(path, { append: false, mode: 0o600, uid: SYSTEM_UID })
  let isWhole = false
  try {
    let left = size
    while (left > 0) {
      const bytes = await stdin.read(left)
      if (!bytes) throw new LimitExceeded('the APK ended early')
      writer?.write(bytes)
      left -= bytes.length
    }
    isWhole = true
  } finally {
    writer?.close()
    if (!isWhole && files.exists(path)) files.remove(path)
  }
}

async function uninstall(context: CommandContext, args: string[]): Promise<number> {
  const options = parseOptions(args, { flags: 'k', long: ['user=', 'versionCode='] })
  const [name = ''] = options.operands
  const how = { keepData: options.has('k'), forUser: options.value('user') !== undefined }
  if (!context.phone.packages.uninstall(name, how)) return failed(context, 'DELETE_FAILED_INTERNAL_ERROR')
  context.phone.stopApp(name)
  await context.stdout.line('Success')
  return 0
}

async function clear(context: CommandContext, args: string[]): Promise<number> {
  const [name = ''] = parseOptions(args, { long: ['user='] }).operands
  context.phone.stopApp(name)
  const done = context.phone.packages.clear(name)
  await context.stdout.line(done ? 'Success' : 'Failed')
  return done ? 0 : 1
}

async function setEnabled(context: CommandContext, args: string[], enabled: boolean): Promise<number> {
  const name = parseOptions(args, { long: ['user='] }).operands[0] ?? ''
  if (!context.phone.packages.setEnabled(name, enabled)) throw new CommandError(`Error: Unknown package: ${name}`, 255)
  if (!enabled) context.phone.stopApp(name)
  await context.stdout.line(`Package ${name} new state: ${enabled ? 'enabled' : 'disabled-user'}`)
  return 0
}

async function installExisting({ phone, stdout }: CommandContext, args: string[]): Promise<number> {
  const [name = ''] = parseOptions(args, { long: ['user=', 'full', 'wait', 'restrict-permissions'] }).operands
  if (!phone.packages.installExisting(name))
    throw new CommandError(`android.content.pm.PackageManager$NameNotFoundException: Package ${name} doesn't exist`, 1)
  await stdout.line(`Package ${name} installed for user: 0`)
  return 0
}

/** `grant PACKAGE PERMISSION` and `revoke`: apps of this phone may do what they do. */
async function setPermission({ phone, stderr }: CommandContext, verb: string, args: string[]): Promise<number> {
  const [name = '', permission] = parseOptions(args, { long: ['user=', 'all-permissions'] }).operands
  if (permission === undefined) {
    await stderr.line('Error: no permission specified')
    return 1
  }
  if (phone.packages.get(name)) return 0
  await stderr.line(
    `Exception occurred while executing '${verb}':\njava.lang.IllegalArgumentException: Unknown package: ${name}`,
  )
  return 255
}

const SERVICES: Record<string, string[]> = {
  activity: ['am'],
  battery: ['dumpsys', 'battery'],
  input: ['input'],
  input_method: ['ime'],
  media_session: ['media'],
  package: ['pm'],
  settings: ['settings'],
  window: ['wm'],
}

/** `cmd service args...`: the services' own commands under another name. */
export const cmd: Command = async (context) => {
  const [service, ...args] = context.args
  if (service === undefined || service === '-l') {
    await context.stdout.line(
      `Currently running services:\n${Object.keys(SERVICES)
        .map((name) => `  ${name}`)
        .join('\n')}`,
    )
    return 0
  }
  if (service === 'connectivity' && args[0] === 'airplane-mode') return airplaneMode(context, args[1])
  if (service === 'alarm' && args[0] === 'set-timezone') return setTimezone(context, args[1])
  const command = SERVICES[service]
  if (command === undefined) {
    await context.stderr.line(`cmd: Can't find service: ${service}`)
    return 20
  }
  return context.run([...command, ...args])
}

async function airplaneMode({ phone, stdout }: CommandContext, change: string | undefined): Promise<number> {
  if (change === undefined) await stdout.line(phone.network.isAirplaneModeOn ? 'enabled' : 'disabled')
  else if (change === 'enable' || change === 'disable') phone.network.setAirplaneMode(change === 'enable')
  else throw new CommandError(`Unknown argument: ${change}`, 255)
  return 0
}

async function setTimezone({ phone, stdout }: CommandContext, zone = ''): Promise<number> {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions()
    phone.properties.set('persist.sys.timezone', timeZone)
  } catch {
    return 0 // Android says nothing either, and leaves it as it was.
  }
  await stdout.line(`Time zone set to ${zone}`)
  return 0
}

/** What the home screen shows, as `query-activities --brief` prints it. */
async function launchable({ phone, stdout }: CommandContext): Promise<number> {
  const apps = phone.packages.all().filter(({ name }) => phone.packages.isLaunchable(name))
  await stdout.line(`${apps.length} activities found:`)
  for (const [index, { name }] of apps.entries())
    await stdout.line(`  Activity #${index}:\n    ${FOUND}\n    ${mainActivity(name)}`)
  return 0
}

/** How well an activity fits, as Android tells it of a main one. */
const FOUND = 'priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true'

/** `resolve-activity [--brief] [--components] intent`. */
async function resolve({ phone, stdout }: CommandContext, args: string[]): Promise<number> {
  const { intent, options } = readIntent(args)
  const activity = resolveActivity(intent, phone)
  if (activity === undefined) await stdout.line('No activity found')
  else if (options.has('--components')) await stdout.line(activity)
  else if (options.has('--brief')) await stdout.line(`${FOUND}\n${activity}`)
  else {
    const { packageName, className } = partsOf(activity)
    await stdout.line(
      `${FOUND}\n  ActivityInfo:\n    name=${className}\n    packageName=${packageName}\n    enabled=true exported=true`,
    )
  }
  return 0
}
