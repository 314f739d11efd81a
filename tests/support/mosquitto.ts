import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asWritten, programOf } from './deployed.ts'
import { Engine } from './engine.ts'

/** Runs Mosquitto with the settings and rules of deploy/ on a port of this machine, with the password of the user `phonedeck`. */
export function startMosquitto(
  folder: string,
  { port, password }: { port: number; password: string },
): Promise<Engine> {
  chmodSync(folder, 0o755) // As root it becomes somebody else, who has to be able to read what it is given.
  const settings = asWritten('three-machines/mosquitto.conf', [
    ['listener 1883 10.0.0.10', `listener ${port} 127.0.0.1`],
    ['/etc/mosquitto', folder],
  ])
  writeFileSync(join(folder, 'mosquitto.conf'), settings)
  writeFileSync(join(folder, 'phonedeck.acl'), asWritten('three-machines/mosquitto.acl'))
  execFileSync('mosquitto_passwd', ['-b', '-c', join(folder, 'phonedeck.passwd'), 'phonedeck', password])
  chmodSync(join(folder, 'phonedeck.passwd'), 0o644)
  return Engine.start([programOf('mosquitto'), '-c', join(folder, 'mosquitto.conf')], port)
}
