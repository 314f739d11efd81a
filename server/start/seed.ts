import { sql, type Kysely } from 'kysely'
import { markets } from '../../domain/markets.ts'
import type { Role } from '../../domain/roles.ts'
import { regions as names } from '../../texts/zh-CN/regions.ts'
import { hashOfUnknownPassword } from '../people/passwords.ts'
import type { Config } from '../config/config.ts'
import { demoIsWanted } from '../demo/demo-fleet.ts'
import { writePastLog, writePastUses } from '../demo/past.ts'
import { addDemoPeople } from '../demo/people.ts'
import { embeddedBoxCode } from '../embedded/first-phones.ts'
import { advisoryLocks } from '../store/advisory-locks.ts'
import { boxQueries } from '../store/box-queries.ts'
import { accountsToShow } from './first-accounts.ts'
import { sampleQueries } from '../store/samples.ts'
import { settingQueries } from '../store/settings.ts'
import type { LogKey } from '../store/operation-hashes.ts'
import type { Tables } from '../store/tables.ts'
import { userQueries } from '../store/users.ts'

const regions = [
  { code: 'us-west', country: 'US', timezone: 'America/Los_Angeles' },
  { code: 'us-east', country: 'US', timezone: 'America/New_York' },
  { code: 'ca-central', country: 'CA', timezone: 'America/Toronto' },
  { code: 'gb-london', country: 'GB', timezone: 'Europe/London' },
  { code: 'eu-central', country: 'DE', timezone: 'Europe/Berlin' },
  { code: 'ap-southeast', country: 'SG', timezone: 'Asia/Singapore' },
  { code: 'jp-east', country: 'JP', timezone: 'Asia/Tokyo' },
  { code: 'cn-south', country: 'CN', timezone: 'Asia/Shanghai' },
  { code: 'cn-east', country: 'CN', timezone: 'Asia/Shanghai' },
] as const

/** Of the first manager and element, in seconds. */
const firstSubscription = 90 * 24 * 60 * 60

/**
 * Fills an empty database: regions, an account of each role, the embedded box, and the people and the past of a demo fleet.
 * The accounts are still to be given passwords and told (first-accounts.ts).
 *
 * @param firstFleet with `none` there is but an admin
 * @param logKey which the past of a demo fleet needs
 */
export async function seed(db: Kysely<Tables>, firstFleet: Config['firstFleet'], logKey?: LogKey): Promise<void> {
  if (!(await userQueries(db).isEmpty())) return
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.seed})`.execute(tx)
    const users = userQueries(tx)
    if (!(await users.isEmpty())) return // Another server was faster.

    await tx
      .insertInto('regions')
      .values(regions.map((region, position) => ({ ...region, name: names[region.code], position })))
      .execute()

    await settingQueries(tx).markDone(accountsToShow)
    const password_hash = await hashOfUnknownPassword()
    const account = (role: Role) => ({ user_name: role, role, password_hash })
    const modules = [...markets] // Of admin and agent: what they pass on to whom they invite.
    const service = {
      modules,
      expiration: firstSubscription,
      authorization_at: Math.floor(Date.now() / 1_000),
    }
    const admin = await users.add({ ...account('admin'), parent: null, modules })
    if (firstFleet === 'none') return
    const security = await users.add({ ...account('security'), parent: admin })
    const agent = await users.add({ ...account('agent'), parent: admin, thread_number: 12, modules })
    const manager = await users.add({ ...account('manager'), parent: agent, thread_number: 12, ...service })
    const element = await users.add({ ...account('element'), parent: manager, thread_number: 3, ...service })

    await boxQueries(tx).add({
      code: embeddedBoxCode,
      name: embeddedBoxCode,
      region: 'us-west',
      slots: 60,
      owner_id: agent.id,
      owner_path: agent.path,
      phone_owner_id: manager.id,
      embedded: true,
    })
    if (firstFleet === 'demo') {
      const now = Date.now()
      const people = await addDemoPeople(tx, [admin, security, agent, manager, element], now)
      const box = await boxQueries(tx).byCode(embeddedBoxCode)
      if (box !== undefined) await sampleQueries(tx).mark('box', [box.id])
      await writePastLog(tx, people, now, logKey)
      await writePastUses(tx, people, now)
      await settingQueries(tx).markDone(demoIsWanted)
    }
  })
}
