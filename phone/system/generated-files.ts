import type { PhoneIdentity } from './phone-identity.ts'
import type { Properties } from './properties.ts'

/** What the generated files of /proc and /sys are made from. */
export interface LivePhone {
  identity: PhoneIdentity
  properties: Properties
  bootedAt: () => number
  now: () => number
  /** Bytes in use of the data partition. */
  used: () => number
}

const TOTAL_MEMORY_KB = 7_764_324

/** The files of /proc and /sys, and what else is written as it is read, by path. */
export function generatedFiles({ identity, properties, now, bootedAt, used }: LivePhone): Record<string, () => string> {
  const uptime = () => (now() - bootedAt()) / 1000
  return {
    '/system/build.prop': () =>
      properties
        .all()
        .filter(([name]) => name.startsWith('ro.'))
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    '/proc/cpuinfo': () =>
      Array.from(
        { length: 8 },
        (_, core) =>
          `processor\t: ${core}\nBogoMIPS\t: 49.15\nFeatures\t: fp asimd aes sha1 sha2 crc32\nCPU architecture: 8\n\n`,
      ).join('') + `Hardware\t: ${identity.device}\n`,
    '/proc/loadavg': () => '0.42 0.35 0.31 1/1024 4711\n',
    '/proc/meminfo': () => memoryInfo(uptime(), used()),
    '/proc/mounts': () =>
      '/dev/block/dm-0 / ext4 ro,seclabel,relatime 0 0\ntmpfs /dev tmpfs rw,seclabel,nosuid 0 0\nproc /proc proc rw,relatime 0 0\n/dev/block/dm-9 /data f2fs rw,seclabel,nosuid,nodev 0 0\n/dev/fuse /storage/emulated fuse rw,nosuid,nodev 0 0\n',
    '/proc/stat': () => cpuStatistics(uptime(), bootedAt()),
    '/proc/uptime': () => `${uptime().toFixed(2)} ${(uptime() * 7.6).toFixed(2)}\n`,
    '/proc/version': () =>
      'Linux version 5.10.198-android13-4 (build@android) (clang version 14.0.7) #1 SMP PREEMPT Thu Nov 23 06:33:37 UTC 2023\n',
    '/proc/net/dev': () => networkCounters(uptime()),
    '/sys/class/power_supply/battery/capacity': () => `${identity.battery}\n`,
    '/sys/class/power_supply/battery/status': () => 'Charging\n',
    '/sys/class/power_supply/battery/temp': () => `${batteryTemperature(now())}\n`,
    '/sys/class/thermal/thermal_zone0/temp': () => `${batteryTemperature(now()) * 100 + 2_500}\n`,
    '/sys/class/thermal/thermal_zone0/type': () => 'soc\n',
  }
}

/** Tenths of a degree, moving slowly between 27 and 33. */
export function batteryTemperature(now: number): number {
  return Math.round(300 + 30 * Math.sin(now / 900_000))
}

function memoryInfo(uptime: number, used: number): string {
  const available = Math.round(4_100_000 + 150_000 * Math.sin(uptime / 600) - used / 1024)
  const lines: [string, number][] = [
    ['MemTotal:', TOTAL_MEMORY_KB],
    ['MemFree:', Math.round(available / 6)],
    ['MemAvailable:', available],
    ['Buffers:', 8_204],
    ['Cached:', 3_011_592],
    ['SwapTotal:', 3_145_724],
    ['SwapFree:', 2_804_112],
  ]
  return lines.map(([name, kilobytes]) => `${name.padEnd(16)}${String(kilobytes).padStart(8)} kB\n`).join('')
}

/** Counts of hundredths of a second since boot, over eight cores. */
function cpuStatistics(uptime: number, bootedAt: number): string {
  const counts = (cores: number) =>
    [0.031, 0.004, 0.022, 0.94, 0.001, 0, 0.002].map((share) => Math.round(uptime * 100 * cores * share)).join(' ')
  const cores = Array.from({ length: 8 }, (_, core) => `cpu${core} ${counts(1)} 0 0 0\n`).join('')
  return `cpu  ${counts(8)} 0 0 0\n${cores}btime ${Math.floor(bootedAt / 1000)}\nprocesses 4711\nprocs_running 1\n`
}

function networkCounters(uptime: number): string {
  const received = Math.round(1_000_000 + uptime * 2_300)
  const sent = Math.round(200_000 + uptime * 700)
  return `Inter-|   Receive                                                |  Transmit\n face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n    lo: 2048 24 0 0 0 0 0 0 2048 24 0 0 0 0 0 0\n wlan0: ${received} ${Math.round(received / 900)} 0 0 0 0 0 0 ${sent} ${Math.round(sent / 300)} 0 0 0 0 0 0\n`
}
