import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../deploy', import.meta.url))

/**
 * A file of deploy/ as it is written, but for names of machines that tests don't have: what stands on the left of each pair has to be
 * there, and becomes what stands on the right.
 */
export function asWritten(file: string, names: readonly (readonly [string, string])[] = []): string {
  let text = readFileSync(join(folder, file), 'utf8')
  for (const [written, here] of names) {
    if (!text.includes(written)) throw new Error(`deploy/${file} has no ${written}`)
    text = text.replaceAll(written, here)
  }
  return text
}

/** The lines NAME=value of a file of settings. */
export const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries(text.split('\n').flatMap((line) => (/^\w+=/.test(line) ? [splitAt(line, line.indexOf('='))] : [])))

const splitAt = (line: string, index: number): [string, string] => [line.slice(0, index), line.slice(index + 1)]

const programs = {
  nginx: '/usr/sbin/nginx',
  haproxy: '/usr/sbin/haproxy',
  mosquitto: '/usr/sbin/mosquitto',
  pgbouncer: '/usr/sbin/pgbouncer',
  'systemd-analyze': '/usr/bin/systemd-analyze',
} as const

export const programOf = (name: keyof typeof programs): string => programs[name]

/** Those of these programs that this machine does not have, in words; undefined where it has all. */
export function missing(...names: (keyof typeof programs)[]): string | undefined {
  const absent = names.filter((name) => !existsSync(programs[name]))
  return absent.length === 0 ? undefined : `${absent.join(', ')}: not installed here`
}

/** Makes a certificate for a name of this machine, signed by itself: `fullchain.pem` and `privkey.pem`. Answers the first. */
export function makeCertificate(into: string, name: string): string {
  const file = join(into, 'fullchain.pem')
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    join(into, 'privkey.pem'),
  ]
  const whose = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`, '-days', '60']
  execFileSync('openssl', ['req', '-x509', ...key, ...whose, '-out', file], { stdio: 'ignore' })
  return file
}
