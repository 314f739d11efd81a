import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PhoneConnection } from '../../agent/adb-backend.ts'
import { DirectBackend } from '../../agent/adb-direct.ts'
import { AdbKeyFile } from '../../agent/adb-key.ts'

/** Runs a command on the phone behind `host:port`, over a connection of its own. */
export async function shell(endpoint: string, command: string): Promise<string> {
  const [host = '', port] = endpoint.split(':')
  const keys = await mkdtemp(join(tmpdir(), 'adb-key-'))
  const backend = new DirectBackend([{ host, port: Number(port) }], new AdbKeyFile(keys))
  const connection = await new Promise<PhoneConnection>((found) => backend.start(found))
  const output = await connection.adb.subprocess.noneProtocol.spawnWaitText(command)
  await backend.close()
  await rm(keys, { recursive: true })
  return output
}
