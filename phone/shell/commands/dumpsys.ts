import { posix } from 'node:path'
import type { Command, CommandContext } from '../command.ts'
import { batteryTemperature } from '../../system/generated-files.ts'
import { HOME_PACKAGE } from '../../system/packages.ts'
import { mainActivity, partsOf } from './intent.ts'

type Dump = (context: CommandContext, args: string[]) => Promise<void> | void

const SERVICES = new Map<string, Dump>([
  ['activity', dumpActivity],
  ['battery', dumpBattery],
  ['cpuinfo', ({ stdout }) => stdout.line('Load: 0.42 / 0.35 / 0.31\n3.2% TOTAL: 1.9% user + 1.3% kernel')],
  ['display', (context) => dumpWindow(context, [])],
  ['input_method', dumpInputMethod],
  ['meminfo', ({ files, stdout }) => stdout.write(files.readFile('/proc/meminfo'))],
  ['package', dumpPackage],
  ['window', dumpWindow],
])

/** `dumpsys [-l] [service [arguments]]`: what of services is commonly asked for. */
export const dumpsys: Command = async (context) => {
  const { args, stdout, stderr } = context
  const at = args.findIndex((argument) => !argument.startsWith('-'))
  const service = args[at]
  if (service === undefined) {
    await stdout.line(['Currently running services:', ...[...SERVICES.keys()].map((name) => `  ${name}`)].join('\n'))
    return 0
  }
  const dump = SERVICES.get(service)
  if (dump) await dump(context, args.slice(at + 1))
  else await stderr.line(`Can't find service: ${service}`)
  return 0
}

/** `dumpsys battery [unplug|reset|set KEY VALUE|get KEY]`, also as `cmd battery`. */
async function dumpBattery({ phone, stdout, stderr }: CommandContext, args: string[]): Promise<void> {
  const { battery } = phone
  const [verb, key = '', value = ''] = args.filter((argument) => argument !== '-f')
  if (verb === 'unplug') battery.unplug()
  else if (verb === 'reset') battery.reset()
  else if (verb === 'set') {
    if (value === '' || !battery.set(key, Number(value))) await stderr.line(`Bad value: ${value}`)
  } else if (verb === 'get') {
    const known = Object.entries(battery.state).find(([name]) => name === key)
    if (known) await stdout.line(String(known[1]))
    else await stderr.line(`Unknown get option: ${key}`)
  } else await stdout.line(batteryReport(phone))
}

function batteryReport(phone: CommandContext['phone']): string {
  const { battery } = phone
  const { ac, usb, wireless, status, level } = battery.state
  return [
    'Current Battery Service state:',
    ...(battery.isPretending ? ["  (UPDATES STOPPED -- use 'reset' to restart)"] : []),
    `  AC powered: ${ac !== 0}\n  USB powered: ${usb !== 0}\n  Wireless powered: ${wireless !== 0}`,
    '  Max charging current: 3000000\n  Max charging voltage: 5000000\n  Charge counter: 3420000',
    `  status: ${status}\n  health: 2\n  present: true\n  level: ${level}\n  scale: 100\n  voltage: 4187`,
    `  temperature: ${batteryTemperature(phone.now())}\n  technology: Li-ion`,
  ].join('\n')
}

/** A number such as Android tells objects apart by: the same for a name as long as the phone runs. */
function identityOf(name: string): string {
  let hash = 0x811c_9dc5
  for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 0x0100_0193)
  return (hash >>> 4).toString(16)
}

/** The activity in front, as windows and as activities are written. */
async function focused({ phone }: CommandContext): Promise<{ window: string; record: string; packageName: string }> {
  const screen = await phone.screen()
  const packageName = screen.front ?? HOME_PACKAGE
  const activity = mainActivity(packageName)
  // The home screen's task is the first.
  const task = 2 + screen.running.findIndex((app) => app.packageName === screen.front)
  return {
    packageName,
    window: `Window{${identityOf(`window ${activity}`)} u0 ${packageName}/${partsOf(activity).className}}`,
    record: `ActivityRecord{${identityOf(activity)} u0 ${activity} t${task}}`,
  }
}

/** `dumpsys window [displays|windows|...]` and `dumpsys display`: the display, and what has its focus. */
async function dumpWindow(context: CommandContext, [what = 'displays']: string[]): Promise<void> {
  const { phone, stdout } = context
  const { width, height, density } = phone.identity
  const screen = await phone.screen()
  const size = `${screen.width}x${screen.height}`
  const { window, record } = await focused(context)
  await stdout.line(
    what === 'windows'
      ? `WINDOW MANAGER WINDOWS (dumpsys window windows)\n  Window #0 ${window}:\n    mDisplayId=0 mSession=Session{${identityOf(window)} 1204:u0a10121}`
      : `WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n  Display: mDisplayId=0\n    init=${width}x${height} ${density}dpi cur=${size} app=${size}`,
  )
  await stdout.line(`\n  mCurrentFocus=${window}\n  mFocusedApp=${record}`)
}

/** `dumpsys activity [activities|top]`. */
async function dumpActivity(context: CommandContext, [what = 'activities']: string[]): Promise<void> {
  const { phone, stdout } = context
  const { packageName, record } = await focused(context)
  if (what === 'top') {
    const pid = phone.processes.all().find(({ name }) => name === packageName)?.pid
    await stdout.line(`TASK id=0\n  ACTIVITY ${mainActivity(packageName)} ${identityOf(record)} pid=${pid}`)
  } else if (what === 'activities' || what === 'a') {
    await stdout.line(
      'ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (activities from top to bottom):\n' +
        `    topResumedActivity=${record}\n    * Hist  #0: ${record}\n\n` +
        `  ResumedActivity: ${record}\n  mFocusedApp=${record}`,
    )
  } else await stdout.line(`ACTIVITY MANAGER ${what.toUpperCase()} (dumpsys activity ${what})`)
}

/** Text comes in without a keyboard on the screen, so none is ever shown. */
async function dumpInputMethod({ phone, stdout }: CommandContext): Promise<void> {
  const method = phone.settings.get('secure', 'default_input_method') ?? 'null'
  await stdout.line(
    `Current Input Method Manager state:\n  mCurMethodId=${method}\n  mInputShown=false\n  mIsInputViewShown=false`,
  )
}

async function dumpPackage({ phone, stdout }: CommandContext, [name = 'packages']: string[]): Promise<void> {
  const shown = phone.packages.all().filter((app) => name === 'packages' || name === app.name)
  await stdout.line(shown.length > 0 ? 'Packages:' : `Unable to find package: ${name}`)
  for (const app of shown) {
    await stdout.line(
      `  Package [${app.name}] (${identityOf(app.name)}):\n    userId=${app.uid}\n    codePath=${posix.dirname(app.path)}\n` +
        `    versionCode=${app.versionCode} minSdk=21 targetSdk=34\n    versionName=${app.versionName}`,
    )
  }
}
