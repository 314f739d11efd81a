import type { FastifyBaseLogger } from 'fastify'
import type { Broker } from '../broker/broker.ts'
import type { Config } from '../config/config.ts'
import type { PhoneCare } from '../devices/care.ts'
import type { PhoneCommands } from '../devices/phone-commands.ts'
import type { EnvironmentOpenings } from '../environments/openings.ts'
import type { Files } from '../files/files.ts'
import type { Transfers } from '../files/transfers.ts'
import type { UserAnnouncer } from '../messages/announce.ts'
import type { DatabaseAddress } from '../store/database.ts'
import { oldRowsSweep } from '../store/forget-old.ts'
import type { Store } from '../store/store.ts'
import { deviceJobOperations } from './device-operations.ts'
import { Jobs } from './jobs.ts'
import { jobOperations } from './operations.ts'
import { JobQueue } from './queue.ts'
import { Screenshots } from './screenshots.ts'
import { scriptOperations } from './script-operations.ts'
import { taskOperations } from './task-operations.ts'
import { Timetable } from './timetable.ts'
import { taskUndos } from './undo.ts'

interface Ports {
  config: Pick<Config, 'fileQuota' | 'reportTimeZone' | 'keep'>
  store: Store
  /** Of the queue's own connections. */
  address: DatabaseAddress
  broker: Broker
  files: Files
  transfers: Transfers
  phoneCommands: PhoneCommands
  phoneCare: PhoneCare
  openings: EnvironmentOpenings
  userAnnouncer: UserAnnouncer
  log: FastifyBaseLogger
  cleanup: AsyncDisposableStack
}

/** Jobs, which servers share, and what begins them: scripts and timed tasks. */
export function startJobs(ports: Ports) {
  const { config, store, address, broker, files, transfers, phoneCommands, phoneCare, openings, userAnnouncer, log } =
    ports
  const queue = new JobQueue(address, log)
  const screenshots = new Screenshots(files, config)
  const carriedOutWith = { store, commands: phoneCommands, transfers, care: phoneCare, openings, screenshots, log }
  const jobs = new Jobs({ ...carriedOutWith, queue, broker, userAnnouncer })
  const timetable = new Timetable(store, jobs, log)
  return {
    jobs,
    undos: taskUndos,
    /** From here on jobs are carried out. */
    async listen(): Promise<void> {
      await jobs.listen()
      queue.start()
      ports.cleanup.defer(async () => {
        await queue.stop()
        jobs.stop()
      })
    },
    sweeps: [
      { name: 'timed tasks', every: 2_000, run: () => timetable.sweep() },
      oldRowsSweep(store, 'jobs', config.keep),
    ],
    operations: {
      ...jobOperations({ jobs }),
      ...deviceJobOperations({ jobs }),
      ...scriptOperations({ jobs }),
      ...taskOperations({ jobs }),
    },
  }
}
