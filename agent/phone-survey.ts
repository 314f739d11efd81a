import { AdbFeature, type Adb } from '@yume-chan/adb'
import { WritableStream, type ReadableStream } from '@yume-chan/stream-extra'
import type { PhoneReport } from '../domain/box-protocol.ts'
import { isProxySetting } from '../domain/proxy-setting.ts'

/** Characters of all answers together; a phone is nobody's to trust, and others wait while they are read. */
const maxAnswered = 128 * 1024

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
  // While Android starts there are no settings: that is not the same as none.
  'proxy=$(settings get global http_proxy) && echo "=$proxy"',
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
  return readSurvey(await answersOf(adb, shell), address, before)
}

async function answersOf(adb: Adb, shell: Adb['subprocess']['shellProtocol']): Promise<string> {
  if (!shell) {
    const process = await adb.subprocess.noneProtocol.spawn(command)
    return readAnswers(process.output, () => process.kill())
  }
  const process = await shell.spawn(command)
  process.exited.catch(() => {}) // The end of its output says the same.
  void process.stderr.pipeTo(new WritableStream()).catch(() => {})
  return readAnswers(process.stdout, () => process.kill())
}

/**
 * All that is printed. A stream of adb that nobody reads would hold up its end: what is too much is read on and dropped.
 *
 * @param end has the phone print no more
 * @throws where it prints more than answers have
 */
export async function readAnswers(output: ReadableStream<Uint8Array>, end: () => unknown): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let isEnding = false
  const reader = output.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (!isEnding) text += decoder.decode(value, { stream: true })
    if (text.length <= maxAnswered || isEnding) continue
    isEnding = true
    await end()
  }
  if (isEnding) throw new Error('the phone’s answers have no end')
  return text
}

/** A phone that tells no serial number is known by its address. */
export const serialOf = (address: string): string => address.replaceAll(/[^\w.:-]/g, '_').slice(0, 64)

/** Reads the answers; what a phone does not tell is left out. */
export function readSurvey(output: string, address: string, before: Survey | undefined): Survey {
  const answers = output.replaceAll('\r', '').split(mark)
  const [serial, booted, model, version, size, battery, addresses, memory, storage, stat, proxy] = answers.map(
    (answer) => answer.trim(),
  )
  const processor = processorTime(stat)
  const report: PhoneReport = {
    serial: serial && /^[\w.:-]{1,64}$/.test(serial) ? serial : serialOf(address),
    state: booted === '1' ? 'ready' : 'starting',
    model: textOf(model, 64),
    android_version: textOf(version, 16),
    resolution: resolution(size),
    ...batteryReport(battery),
    ip: networkAddress(addresses),
    proxy: proxyInUse(proxy),
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

/** A text as a report takes it: without NUL, and not cut within a character. */
const textOf = (answer: string | undefined, max: number): string | undefined =>
  answer?.replaceAll('\0', '').slice(0, max).toWellFormed() || undefined

const percent = (value: string | number | undefined): number | undefined => {
  const number = value === undefined ? NaN : Math.round(Number(value))
  return number >= 0 && number <= 100 ? number : undefined
}

/** `Override size` is what the screen shows now, where somebody changed it. */
const resolution = (answer = ''): string | undefined =>
  (/Override size: (\d+x\d+)/.exec(answer) ?? /Physical size: (\d+x\d+)/.exec(answer))?.[1]

function batteryReport(answer = ''): Pick<PhoneReport, 'battery' | 'temperature'> {
  const field = (name: string): number => Number(new RegExp(`^ *${name}: (-?\\d+)`, 'm').exec(answer)?.[1] ?? NaN)
  const tenths = field('temperature')
  return {
    battery: percent((field('level') / (field('scale') || 100)) * 100),
    temperature: Number.isNaN(tenths) ? undefined : tenths / 10,
  }
}

/** The first address that others can reach; Wi-Fi's and Ethernet's before those of tunnels and modems. */
function networkAddress(answer = ''): string | undefined {
  const found = answer.split('\n').flatMap((line) => {
    const [kind, network = '', ...more] = line.trim().split(/\s+/)
    const address = kind === 'inet' ? /^\d+\.\d+\.\d+\.\d+/.exec(network)?.[0] : undefined
    return address === undefined || address.startsWith('127.') ? [] : [{ address, device: more.at(-1) ?? '' }]
  })
  return (found.find(({ device }) => /^(wlan|eth)/.test(device)) ?? found[0])?.address
}

/** Android takes port 8080 for a host alone, and goes on with what it had where it cannot read the setting. */
function proxyInUse(answer = ''): string | undefined {
  const set = /^=(.*)$/.exec(answer)?.[1]
  if (set === undefined) return undefined
  if (['', 'null', ':0'].includes(set)) return ''
  const proxy = set.includes(':') ? set : `${set}:8080`
  return isProxySetting(proxy) ? proxy : undefined
}

function memoryUse(answer = ''): number | undefined {
  const kilobytes = (name: string): number => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(answer)?.[1] ?? NaN)
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
