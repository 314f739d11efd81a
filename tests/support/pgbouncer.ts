import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asWritten, programOf } from './deployed.ts'
import { Engine } from './engine.ts'

/** As root it becomes somebody else, who has to be able to read what it is given. */
const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []

/**
 * Runs PgBouncer with the settings of deploy/ on a port of this machine, in front of a database of the PostgreSQL whose socket is in a
 * folder. `users` is its `userlist.txt`.
 */
export function startPgbouncer(
  folder: string,
  { port, postgresFolder, database, users }: { port: number; postgresFolder: string; database: string; users: string },
): Promise<Engine> {
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'userlist.txt'), users)
  const settings = asWritten('three-machines/pgbouncer.ini', [
    [
      'phonedeck = host=127.0.0.1 port=5432 dbname=phonedeck',
      `${database} = host=${postgresFolder} dbname=${database}`,
    ],
    ['listen_addr = 10.0.0.10', 'listen_addr = 127.0.0.1'],
    ['6432', String(port)],
    ['/etc/pgbouncer', folder],
  ])
  writeFileSync(join(folder, 'pgbouncer.ini'), settings)
  return Engine.start([programOf('pgbouncer'), ...asNobody, join(folder, 'pgbouncer.ini')], port)
}
