import { dayOf } from '../../domain/calendar-days.ts'
import { codes } from '../../domain/codes.ts'
import { ZoneClock } from '../../domain/cron-times.ts'
import { maySetPasswords, mayStandBelow, rolesBelow, type Role } from '../../domain/roles.ts'
import type { UserAnnouncer } from '../messages/announce.ts'
import type { Broker } from '../broker/broker.ts'
import type { Config } from '../config/config.ts'
import { hashOfUnknownPassword, hashPassword } from './passwords.ts'
import { defineOperations, type Call, type Schemas } from '../http/contract.ts'
import { announceUser } from './announce.ts'
import { invalidFields, Refusal } from '../http/refusal.ts'
import { differing } from '../store/operation-log.ts'
import type { Transaction } from '../store/store.ts'
import type { UserChanges } from '../store/user-changes.ts'
import type { UserRow } from '../store/users.ts'
import { endSessionsOf, keepBelowWithin, type Leases, lockBelow, objectionTo } from './rules.ts'
import { expiryOf, toUser } from './shown.ts'
import type { Reason, ReasonParam } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'

/** Ends of services are kept in seconds. */
const inSeconds = (at: number): number => Math.floor(at / 1_000)

/** A service that ends at this time, in milliseconds: it goes on from where it began, or begins now. Seconds. */
function serviceUntil(endsAt: number | null, beganAt = 0): { authorization_at: number; expiration: number } {
  if (endsAt === null) return { authorization_at: 0, expiration: 0 }
  const end = Math.max(1, inSeconds(endsAt))
  const begin = beganAt > 0 && beganAt < end ? beganAt : Math.min(Math.floor(Date.now() / 1_000), end - 1)
  return { authorization_at: begin, expiration: end - begin }
}

/** What of a user goes beyond what those above it have (DESIGN, people), in days of a clock. */
function beyondBounds(
  parent: UserRow,
  given: Partial<Pick<Schemas['User'], 'modules' | 'thread_number' | 'expires_at'>>,
  clock: ZoneClock,
) {
  const fields: Record<string, Reason> = {}
  const beyond = (bound: ReasonParam) => reason('people.reason.beyond', { name: parent.user_name, bound })
  const { modules, thread_number, expires_at } = given
  const refused = parent.role === 'admin' ? [] : (modules ?? []).filter((market) => !parent.modules.includes(market))
  if (refused.length > 0) fields.modules = beyond(refused)
  if (parent.role !== 'manager') return fields
  if (thread_number !== undefined && thread_number > parent.thread_number)
    fields.thread_number = beyond(parent.thread_number)
  const end = expiryOf(parent)
  if (typeof expires_at === 'number' && (end === null || inSeconds(expires_at) > inSeconds(end)))
    fields.expires_at = beyond(end === null ? '-' : dayOf(clock.dayAt(end)))
  return fields
}

/** Who a new user stands below: whoever is named, or the caller; what security adds stands below the admin. */
async function parentOf(tx: Transaction, { caller, body }: Call<'userAdd'>, role: Role): Promise<UserRow> {
  const self = await tx.users.byId(caller.id)
  const id = body.parent_id ?? (caller.role === 'security' ? (self?.parent_id ?? caller.id) : caller.id)
  const parent = (await tx.users.lockMany([id])).get(id)
  if (parent === undefined || objectionTo(caller, parent)?.code === codes.notFound)
    throw invalidFields({ parent_id: reason('people.reason.noSuchUser') })
  if (!mayStandBelow(role, parent.role)) throw invalidFields({ parent_id: reason('people.reason.noSuchPlace') })
  return parent
}

/** What of a user its own console shows: menu, countdown, phones at once. */
const usable = ['modules', 'expires_at', 'thread_number']

interface Ports {
  config: Pick<Config, 'reportTimeZone'>
  broker: Broker
  userAnnouncer: UserAnnouncer
  controlLeases: Leases
}

export const accountOperations = defineOperations(({ config, broker, userAnnouncer, controlLeases }: Ports) => ({
  /** Adds a user below the caller, or below somebody whom the caller sees. */
  userAdd: async (call) => {
    const { caller, body, store, note } = call
    const { password, parent_id: _chosen, expires_at = null, role, ...facts } = body
    if (!rolesBelow(caller.role).includes(role)) throw invalidFields({ role: reason('people.reason.notYourRole') })
    if (!maySetPasswords(caller.role) && password !== undefined)
      throw invalidFields({ password: reason('people.reason.noPasswordBySecurity') })
    if (maySetPasswords(caller.role) && password === undefined)
      throw invalidFields({ password: reason('form.problems.required') })
    const passwordHash = await (password === undefined ? hashOfUnknownPassword() : hashPassword(password))
    return store.transaction(async (tx) => {
      const parent = await parentOf(tx, call, role)
      const fields = beyondBounds(parent, { ...body, expires_at }, new ZoneClock(config.reportTimeZone))
      if (Object.keys(fields).length > 0) throw invalidFields(fields)
      const service = serviceUntil(expires_at)
      const user = await tx.users.addUnlessTaken({ ...facts, ...service, role, parent, password_hash: passwordHash })
      if (user === undefined) throw invalidFields({ user_name: reason('people.reason.nameTaken') })
      const added = await tx.users.visible(caller, user.id)
      if (added === undefined) throw new Error('the user that was just added is not to be seen')
      const shown = toUser(added)
      const now = Date.now()
      const { user_name, parent_name, modules, thread_number } = shown
      const after = { user_name, role, parent_name, modules, thread_number, expires_at }
      await note(tx, 'user.add', { target: `user:${user.id}`, detail: { after } }, now)
      if (password === undefined) {
        const wanted = reason('messages.passwordIsWanted', { name: user_name, by: caller.user_name })
        const message = await tx.siteMessages.send(caller, wanted, { user_ids: [parent.id] })
        tx.afterCommit(() => userAnnouncer.messageSent(message.id))
      }
      tx.afterCommit(() => announceUser(broker, user, { ...shown }, now))
      return shown
    })
  },

  /** Changes somebody below the caller, and keeps everybody below that one within the new bounds. */
  userEdit: ({ caller, body, store, note }) =>
    store.transaction(async (tx) => {
      const { id, expires_at, ...facts } = body
      const above = (await tx.users.byId(id))?.parent_id ?? id
      const parent = (await tx.users.lockMany([above, id])).get(above) // Its bounds hold until this is done.
      const user = await lockBelow(tx, caller, id)
      const fields = parent === undefined ? {} : beyondBounds(parent, body, new ZoneClock(config.reportTimeZone))
      if (Object.keys(fields).length > 0) throw invalidFields(fields)

      const service = expires_at === undefined ? {} : serviceUntil(expires_at, user.authorization_at)
      const changes: UserChanges = { ...facts, ...service }
      if (Object.keys(changes).length > 0) await tx.users.change(id, changes)
      const edited = { ...user, ...changes }
      const now = Date.now()
      const curtailed = await keepBelowWithin({ broker, userAnnouncer }, tx, edited, now)
      // After those below are locked: who opens one now has read what is left to it.
      const lost = user.modules.filter((market) => !edited.modules.includes(market))
      const open = lost.length === 0 ? undefined : await tx.environments.openBelow(user.path, lost)
      if (open !== undefined)
        throw invalidFields({
          modules: reason('people.reason.hasOpen', { name: open.user_name, environment: open.name }),
        })

      const shown = await tx.users.visible(caller, id)
      if (shown === undefined) throw new Refusal(codes.notFound, reason('people.reason.noSuchUser'))
      const before = { ...user, expires_at: expiryOf(user) }
      const after = { ...facts, ...(expires_at !== undefined && { expires_at: expiryOf(edited) }) }
      const detail = differing<object>(before, {
        ...after,
        ...(curtailed.length > 0 && { also_below: curtailed.length }),
      })
      if (Object.keys(detail.after).length > 0) await note(tx, 'user.edit', { target: `user:${id}`, detail }, now)
      tx.afterCommit(() => {
        announceUser(broker, user, { ...detail.after }, now)
        if (usable.some((field) => field in detail.after)) userAnnouncer.accountChanged(edited)
      })
      return toUser(shown)
    }),

  /** Gives somebody below the caller a new password, which ends all its sessions and is told to it. */
  userPwdReset: async ({ caller, body, store, client, note }) => {
    const passwordHash = await hashPassword(body.new_password)
    await store.transaction(async (tx) => {
      const user = await lockBelow(tx, caller, body.id)
      await tx.users.setPassword(user.id, passwordHash)
      await endSessionsOf({ controlLeases, broker }, tx, [user.id], client.ip)
      const reset = reason('messages.passwordWasReset', { by: caller.user_name })
      const message = await tx.siteMessages.send(caller, reset, { user_ids: [user.id] })
      tx.afterCommit(() => userAnnouncer.messageSent(message.id))
      await note(tx, 'user.password.reset', { target: `user:${user.id}` })
    })
    return null
  },
}))
