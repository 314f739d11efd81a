import { parseOptions } from '../command-options.ts'
import { CommandError, type Command } from '../command.ts'
import { Settings, type SettingsNamespace } from '../../system/settings.ts'

/** `wm size [reset|WxH]`, `wm density [reset|D]`, `wm dismiss-keyguard`: there is no lock to dismiss. */
export const wm: Command = async ({ args: [what, value], phone, stdout }) => {
  const { displaySize } = phone
  if (what === 'size' && value !== undefined) {
    const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(value) ?? []
    if (value !== 'reset' && width === undefined) throw new CommandError(`Error: bad size ${value}`, 255)
    const size = width === undefined ? undefined : { width: Number(width), height: Number(height) }
    if (!displaySize.force(size)) throw new CommandError(`Error: bad size ${value}`, 255)
    const { current } = displaySize
    ;(await phone.screen()).resize(current.width, current.height)
  } else if (what === 'density' && value !== undefined) {
    if (value !== 'reset' && !/^\d{1,4}$/.test(value)) throw new CommandError(`Error: bad number ${value}`, 255)
    if (!displaySize.forceDensity(value === 'reset' ? undefined : Number(value)))
      throw new CommandError('Error: density must be >= 72', 255)
  } else if (what === 'size') {
    const { physical, forced } = displaySize
    await stdout.line(`Physical size: ${physical.width}x${physical.height}`)
    if (forced) await stdout.line(`Override size: ${forced.width}x${forced.height}`)
  } else if (what === 'density') {
    await stdout.line(`Physical density: ${displaySize.physicalDensity}`)
    if (displaySize.forcedDensity !== undefined) await stdout.line(`Override density: ${displaySize.forcedDensity}`)
  } else if (what !== 'dismiss-keyguard') throw new CommandError(`unknown command '${what ?? ''}'`, 255)
  return 0
}

/** `settings get|put|delete|list namespace key value`. */
export const settings: Command = async ({ args, phone, stdout }) => {
  const [verb, namespace, key, value] = args.filter(
    (argument, index, all) => argument !== '--user' && all[index - 1] !== '--user',
  )
  if (!Settings.isNamespace(namespace)) throw new CommandError(`Invalid namespace '${namespace ?? ''}'`, 255)
  if (verb === 'list') {
    for (const [name, text] of phone.settings.list(namespace)) await stdout.line(`${name}=${text}`)
    return 0
  }
  if (key === undefined) throw new CommandError('Bad arguments', 255)
  if (verb === 'get') await stdout.line(phone.settings.get(namespace, key) ?? 'null')
  else if (verb === 'delete') await stdout.line(`Deleted ${phone.settings.delete(namespace, key) ? 1 : 0} rows`)
  else if (verb === 'put' && value !== undefined) put(phone.settings, namespace, key, value)
  else throw new CommandError('Bad arguments', 255)
  return 0
}

function put(store: Settings, namespace: SettingsNamespace, key: string, value: string): void {
  if (!store.put(namespace, key, value)) throw new CommandError('Bad arguments', 255)
}

const SWITCHES: Record<string, Record<string, [namespace: SettingsNamespace, key: string, value: string]>> = {
  wifi: { enable: ['global', 'wifi_on', '1'], disable: ['global', 'wifi_on', '0'] },
  data: { enable: ['global', 'mobile_data', '1'], disable: ['global', 'mobile_data', '0'] },
  bluetooth: { enable: ['global', 'bluetooth_on', '1'], disable: ['global', 'bluetooth_on', '0'] },
  power: { stayon: ['global', 'stay_on_while_plugged_in', '7'] },
}

/** `svc wifi|data|bluetooth enable|disable`, `svc power stayon|reboot|shutdown`. */
export const svc: Command = async ({ args: [service = '', verb = ''], phone }) => {
  // A phone in a rack that is told to shut down comes up again: its power never goes away.
  if (service === 'power' && (verb === 'reboot' || verb === 'shutdown')) {
    phone.reboot()
    return 0
  }
  const change = SWITCHES[service]?.[verb]
  if (!change) throw new CommandError(`unknown command '${service} ${verb}'`, 255)
  put(phone.settings, ...change)
  return 0
}

const INPUT_METHODS = ['com.phonedeck.ime/.LatinIME', 'com.android.adbkeyboard/.AdbIME']

/** `ime list|set|enable|disable|reset`. */
export const ime: Command = async ({ args, phone, stdout }) => {
  const [verb, id] = args.filter((argument) => !argument.startsWith('-'))
  if (verb === 'list') {
    for (const method of INPUT_METHODS)
      await stdout.line(args.includes('-s') ? method : `mId=${method} mSettingsActivityName=null`)
    return 0
  }
  if (verb === 'reset') {
    put(phone.settings, 'secure', 'default_input_method', INPUT_METHODS[0] ?? '')
    await stdout.line('Reset current and enabled IMEs for user #0')
    return 0
  }
  if (id === undefined || !INPUT_METHODS.includes(id))
    throw new CommandError(`Unknown input method ${id ?? ''} cannot be selected for user #0`, 255)
  if (verb === 'set') put(phone.settings, 'secure', 'default_input_method', id)
  await stdout.line(`Input method ${id} ${verb === 'set' ? 'selected' : `now ${verb}d`} for user #0`)
  return 0
}

/** `log [-p priority] [-t tag] text`. */
export const log: Command = async ({ args, phone, pid }) => {
  const options = parseOptions(args, { values: 'pt', stopAtOperand: true })
  const letter = (options.value('p') ?? 'I').slice(0, 1).toUpperCase()
  const priority = (['V', 'D', 'I', 'W', 'E'] as const).find((known) => known === letter) ?? 'I'
  phone.logcat.add(priority, options.value('t') ?? 'log', options.operands.join(' '), pid)
  return 0
}

/** `df [-h] [paths]`: the data partition is the phone's storage limit. */
export const df: Command = async ({ args, files, stdout }) => {
  const options = parseOptions(args, { flags: 'hkHaP', values: 't' })
  const rows: [device: string, size: number, used: number, mount: string][] = [
    ['/dev/block/dm-0', 1_024_000, 1_003_520, '/'],
    ['tmpfs', 3_882_160, 1_412, '/dev'],
    ['/dev/block/dm-9', files.capacity / 1024, files.used / 1024, '/data'],
    ['/dev/fuse', files.capacity / 1024, files.used / 1024, '/storage/emulated'],
  ]
  const shown = (kilobytes: number) =>
    options.has('h') ? `${(kilobytes / 1024).toFixed(kilobytes < 10_240 ? 1 : 0)}M` : String(Math.ceil(kilobytes))
  const asked =
    options.operands.length > 0
      ? rows.filter(
          ([, , , mount]) =>
            mount !== '/' &&
            options.operands.some(
              (path) => path.startsWith(mount) || (path.startsWith('/sdcard') && mount.startsWith('/storage')),
            ),
        )
      : rows
  await stdout.line(
    `${'Filesystem'.padEnd(17)}${options.has('h') ? 'Size' : '1K-blocks'}     Used Available Use% Mounted on`,
  )
  for (const [device, size, used, mount] of asked.length > 0 ? asked : rows.slice(0, 1)) {
    const share = `${Math.ceil((used * 100) / size)}%`
    await stdout.line(
      `${device.padEnd(16)} ${shown(size).padStart(9)} ${shown(used).padStart(8)} ${shown(size - used).padStart(9)} ${share.padStart(4)} ${mount}`,
    )
  }
  return 0
}

export const mount: Command = async ({ args, files, stdout }) => {
  if (args.length > 0) throw new CommandError('Operation not permitted')
  for (const line of files.readFile('/proc/mounts').toString('utf8').trim().split('\n')) {
    const [device = '', path = '', type = '', flags = ''] = line.split(' ')
    await stdout.line(`${device} on ${path} type ${type} (${flags})`)
  }
  return 0
}

/** Writes are in memory at once: there is nothing to do. */
export const sync: Command = () => Promise.resolve(0)
