import { FileSystemError } from '../inode.ts'
import { parseOptions } from '../command-options.ts'
import { CommandError, pathOf, type Command, type CommandContext } from '../command.ts'
import { LimitExceeded } from '../budget.ts'
import { readApk } from '../../system/apk.ts'

const MAX_APK_BYTES = 128 * 1024 * 1024

/** `pm list|path|install|uninstall|clear|enable|disable-user|dump`, also as `cmd package`. */
export const pm: Command = async (context) => {
  const [verb, ...args] = context.args
  switch (verb) {
    case 'list':
      return list(context, args)
    case 'path':
      return path(context, args)
    case 'install':
      return install(context, args)
    case 'uninstall':
      return uninstall(context, args)
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
  const options = parseOptions(args, { flags: '3sdefuU', values: 'i', long: ['user=', 'show-versioncode'] })
  const [filter = ''] = options.operands
  const shown = phone.packages.all().filter(({ name, system, enabled }) => {
    if ((options.has('3') && system) || (options.has('s') && !system)) return false
    if ((options.has('d') && enabled) || (options.has('e') && !enabled)) return false
    return name.includes(filter)
  })
  for (const app of shown) {
    const version = options.has('show-versioncode') ? ` versionCode:${app.versionCode}` : ''
    const uid = options.has('U') ? ` uid:${app.uid}` : ''
    await stdout.line(`package:${options.has('f') ? `${app.path}=` : ''}${app.name}${version}${uid}`)
  }
  return 0
}

async function path({ phone, stdout }: CommandContext, args: string[]): Promise<number> {
  const app = phone.packages.get(parseOptions(args, { long: ['user='] }).operands[0] ?? '')
  if (!app) return 1
  await stdout.line(`package:${app.path}`)
  return 0
}

/** `install [-r] [-d] [-g] [-t] [-S size] [file]`: the APK is in the file, or comes over stdin. */
async function install(context: CommandContext, args: string[]): Promise<number> {
  const options = parseOptions(args, {
    flags: 'drgtlfR',
    values: 'Si',
    long: ['user=', 'abi=', 'fastdeploy', 'force-queryable', 'staged', 'install-location='],
  })
  const [file] = options.operands
  const size = options.value('S')
  try {
    const apk =
      file !== undefined && file !== '-' ? context.files.readFile(pathOf(context, file)) : await receive(context, size)
    const manifest = readApk(apk)
    const failure = manifest ? context.phone.packages.install(manifest, apk) : 'INSTALL_PARSE_FAILED_NOT_APK'
    if (failure !== undefined) return await failed(context, failure)
    context.phone.logcat.add('I', 'PackageManager', `Package ${manifest?.name ?? ''} installed`)
    await context.stdout.line('Success')
    return 0
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error
    return failed(
      context,
      error.code === 'ENOSPC' ? 'INSTALL_FAILED_INSUFFICIENT_STORAGE' : `INSTALL_FAILED_INVALID_URI: ${error.message}`,
    )
  }
}

async function failed({ stdout }: CommandContext, reason: string): Promise<number> {
  await stdout.line(`Failure [${reason}]`)
  return 1
}

async function receive({ stdin }: CommandContext, announced: string | undefined): Promise<Buffer> {
  const size = Number(announced)
  if (!Number.isInteger(size) || size <= 0 || size > MAX_APK_BYTES)
    throw new CommandError('Error: must specify a size with -S', 1)
  const chunks: Uint8Array[] = []
  let left = size
  while (left > 0) {
    const bytes = await stdin.read(left)
    if (!bytes) throw new LimitExceeded('the APK ended early')
    // A copy: what a pipe hands out may belong to a much larger message.
    chunks.push(Uint8Array.from(bytes))
    left -= bytes.length
  }
  return Buffer.concat(chunks)
}

async function uninstall(context: CommandContext, args: string[]): Promise<number> {
  const options = parseOptions(args, { flags: 'k', long: ['user=', 'versionCode='] })
  if (!context.phone.packages.uninstall(options.operands[0] ?? '', options.has('k')))
    return failed(context, 'DELETE_FAILED_INTERNAL_ERROR')
  await context.stdout.line('Success')
  return 0
}

async function clear(context: CommandContext, args: string[]): Promise<number> {
  const done = context.phone.packages.clear(parseOptions(args, { long: ['user='] }).operands[0] ?? '')
  await context.stdout.line(done ? 'Success' : 'Failed')
  return done ? 0 : 1
}

async function setEnabled(context: CommandContext, args: string[], enabled: boolean): Promise<number> {
  const name = parseOptions(args, { long: ['user='] }).operands[0] ?? ''
  if (!context.phone.packages.setEnabled(name, enabled)) throw new CommandError(`Error: Unknown package: ${name}`, 255)
  await context.stdout.line(`Package ${name} new state: ${enabled ? 'enabled' : 'disabled-user'}`)
  return 0
}

const SERVICES: Record<string, string> = {
  activity: 'am',
  battery: 'dumpsys',
  input: 'input',
  input_method: 'ime',
  media_session: 'media',
  package: 'pm',
  settings: 'settings',
  window: 'wm',
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
  if (service === 'package' && args[0] === 'query-activities') return launchable(context)
  const command = SERVICES[service]
  if (command === undefined) {
    await context.stderr.line(`cmd: Can't find service: ${service}`)
    return 20
  }
  return context.run([command, ...args])
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
  const apps = phone.packages
    .all()
    .filter(({ path, enabled, system }) => enabled && (!system || path.includes('/app/')))
  await stdout.line(`${apps.length} activities found:`)
  for (const [index, { name }] of apps.entries())
    await stdout.line(
      `  Activity #${index}:\n    priority=0 preferredOrder=0 match=0x108000\n    ${name}/.MainActivity`,
    )
  return 0
}
