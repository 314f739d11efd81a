import { AdbFeature, type Adb } from '@yume-chan/adb'
import type { PhoneReport } from '../domain/box-protocol.ts'

/** What separates the answers; nothing on a phone prints it. */
const mark = '--phonedeck--'

/** One question after the other in a single shell command: starting a shell is what costs on a phone. */
const questions = [
  'getprop ro.serialno',
  'getprop sys.boot_completed',
  'getprop ro.product.model',
  'getprop ro.build.version.release',
  'wm size',
  'dumpsys battery',
  'ip -4 addr show',
  'cat /proc/meminfo',
  'df -k /data',
  'head -n 1 /proc/stat',
] as const

const command = questions.map((question) => `${question} 2>/dev/null; echo ${mark}`).join('; ')

/** Processor time since the phone started, in the kernel's ticks. */
interface ProcessorTime {
  busy: number
  total: number
}

export interface Survey {
  report: PhoneReport
  processor: ProcessorTime | undefined
}

/** Asks a phone for all that is reported of it. */
export async function surveyPhone(adb: Adb, address: string, before: Survey | undefined): Promise<Survey> {
  // Both are a shell without a terminal; a phone older than Android 7 has only the second.
  const shell = adb.canUseFeature(AdbFeature.ShellV2) ? adb.subprocess.shellProtocol : undefined
  const output = shell
    ? (await shell.spawnWaitText(command)).stdout
    : await adb.subprocess.noneProtocol.spawnWaitText(command)
  return readSurvey(output, address, before)
}

/** Reads the answers; what a phone does not tell is left out. */
export function readSurvey(output: string, address: string, before: Survey | undefined): Survey {
  const answers = output.replaceAll('\r', '').split(mark)
  const [serial, booted, model, version, size, battery, addresses, memory, storage, stat] = answers.map((answer) =>
    answer.trim(),
  )
  const processor = processorTime(stat)
  const report: PhoneReport = {
    // A phone without a serial number is known by its address.
    serial: serial && /^[\w.:-]{1,64}$/.test(serial) ? serial : address.replaceAll(/[^\w.:-]/g, '_').slice(0, 64),
    state: booted === '1' ? 'ready' : 'starting',
    model: model?.slice(0, 64) || undefined,
    android_version: version?.slice(0, 16) || undefined,
    resolution: resolution(size),
    ...batteryReport(battery),
    ip: networkAddress(addresses),
    cpu: load(before?.processor, processor),
    memory: memoryUse(memory),
    storage: percent(/(\d{1,3})%/.exec(storage ?? '')?.[1]),
  }
  return { report, processor }
}

/** What has changed, beside serial and state; undefined when nothing has. */
export function changes(before: PhoneReport, after: PhoneReport): PhoneReport | undefined {
  const changed = Object.entries(after).filter(
    // Sound: both are reports, whose fields these are.
    ([name, value]) => value !== undefined && value !== before[name as keyof PhoneReport],
  )
  if (changed.length === 0) return undefined
  return { ...Object.fromEntries(changed), serial: after.serial, state: after.state }
}

const percent = (value: string | number | undefined): number | undefined => {
  const number = value === undefined ? NaN : Math.round(Number(value))
  return number >= 0 && number <= 100 ? number : undefined
}

/** `Override size` is what the screen shows now, where somebody changed it. */
const resolution = (answer = ''): string | undefined =>
  (/Override size: (\d+x\d+)/.exec(answer) ?? /Physical size: (\d+x\d+)/.exec(answer))?.[1]

function batteryReport(answer = ''): Pick<PhoneReport, 'battery' | 'temperature'> {
  const field = (name: string): number => Number(new RegExp(`^\\s*${name}: (-?\\d+)`, 'm').exec(answer)?.[1] ?? NaN)
  const tenths = field('temperature')
  return {
    battery: percent((field('level') / (field('scale') || 100)) * 100),
    temperature: Number.isNaN(tenths) ? undefined : tenths / 10,
  }
}

/** The first address that others can reach; Wi-Fi's and Ethernet's before those of tunnels and modems. */
function networkAddress(answer = ''): string | undefined {
  const found = [...answer.matchAll(/inet (\d+\.\d+\.\d+\.\d+)[^\n]*?(\S+)$/gm)]
    .map(([, address, device]) => ({ address, device: device ?? '' }))
    .filter(({ address }) => !address?.startsWith('127.'))
  return (found.find(({ device }) => /^(wlan|eth)/.test(device)) ?? found[0])?.address
}

function memoryUse(answer = ''): number | undefined {
  const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(answer)?.[1] ?? NaN)
  return percent((1 - kilobytes('MemAvailable') / kilobytes('MemTotal')) * 100)
}

function processorTime(answer = ''): ProcessorTime | undefined {
  const ticks = /^cpu\s+([\d ]+)/.exec(answer)?.[1]?.trim().split(/\s+/).map(Number)
  if (!ticks || ticks.length < 4) return undefined
  const total = ticks.reduce((sum, value) => sum + value, 0)
  // The fourth is idle time, the fifth waiting for storage (proc_stat(5)).
  return { busy: total - (ticks[3] ?? 0) - (ticks[4] ?? 0), total }
}

function load(before: ProcessorTime | undefined, after: ProcessorTime | undefined): number | undefined {
  if (!before || !after || after.total <= before.total) return undefined
  return percent(((after.busy - before.busy) / (after.total - before.total)) * 100)
}
