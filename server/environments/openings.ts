import { codes } from '../../domain/codes.ts'
import { seesEverything } from '../../domain/roles.ts'
import { requireMarket, requireService } from '../http/needs.ts'
import type { Actor } from '../http/sessions.ts'
import { announceEnvironments } from './announce.ts'
import type { Broker } from '../broker/broker.ts'
import { Refusal } from '../http/refusal.ts'
import type { DeviceRow } from '../store/devices.ts'
import type { RecordRow } from '../store/environment-records.ts'
import type { EnvironmentChange, EnvironmentRow } from '../store/environments.ts'
import type { WorkflowRow } from '../store/workflow-queries.ts'
import type { Transaction } from '../store/store.ts'
import { teamOf } from '../store/team.ts'
import type { Person } from '../store/users.ts'
import { isAllowed } from '../devices/life.ts'
import { movePhone } from '../devices/moves.ts'
import type { Workflows } from '../devices/workflows/workflows.ts'
import type { ReasonParam } from '../../domain/reason.ts'
import type { Texts } from '../../texts/catalogue.ts'
import { reason } from '../../texts/reason.ts'
import { regions } from '../../texts/zh-CN/regions.ts'

/** A phone, and what it is at from then on. */
export interface OnPhone {
  device: DeviceRow
  workflowId: number
}

/** On which phone an environment is to be opened: this one, or any free one but that. */
interface Where {
  given?: number | undefined
  except?: number | undefined
}

/** What an environment is while it is closed. */
const onNoPhone = { device_id: null, opened_by: null, loaded: false }

/** Environments on phones: opened on a free one, closed with their data saved, always one phone to one environment. */
export class EnvironmentOpenings {
  readonly #broker: Broker
  readonly #workflows: Pick<Workflows, 'begin' | 'callOff'>

  constructor(broker: Broker, workflows: Pick<Workflows, 'begin' | 'callOff'>) {
    this.#broker = broker
    this.#workflows = workflows
  }

  /**
   * Opens an environment on a free phone, or on the given one; answers the phone and what it is at. It is ready once its state
   * says so.
   *
   * @throws Refusal 40400 where the caller may not see it, 40300 where its market is not the caller's, 40900 where it is open, no
   *   phone is free, or the caller has as many as it may
   */
  async open(tx: Transaction, actor: Actor, id: number, { given, except }: Where = {}): Promise<OnPhone> {
    const { caller, ip } = actor
    requireService(caller)
    const environment = await this.#lockVisible(tx, caller, id)
    if (environment.device_id !== null) throw new Refusal(codes.stateForbids, reason('environments.reason.isOpen'))
    const user = await tx.users.lock(caller.id) // Two openings at once could pass the quota.
    if (user !== undefined) requireMarket(user, environment.market) // It may have lost it meanwhile.
    if (user === undefined || (await tx.devices.heldBy(caller.id)) >= user.thread_number)
      throw new Refusal(codes.stateForbids, reason('people.reason.quotaUsed'))
    const device =
      given === undefined ? await this.#free(tx, caller, environment, except) : await this.#given(tx, caller, given)

    const at = Date.now()
    const also = { in_use_by: caller.id, in_use_since: at, environment_id: environment.id }
    const shown = { holder: caller, environment }
    const after = await movePhone(tx, this.#broker, device, { event: { type: 'opening' }, at, also, shown })
    const opened = { device_id: device.id, opened_by: caller.id, loaded: false, cause: 'opened' } as const
    await this.#change(tx, environment, opened, device.name, at)
    const workflowId = await this.#workflows.begin(tx, {
      kind: 'open',
      device_id: device.id,
      environment_id: environment.id,
      record_id: environment.record_id,
      user_id: caller.id,
      ip,
      saves: false,
    })
    const detail = { after: { device: device.name } }
    await tx.operationLog.append(
      { user: caller, action: 'environment.open', target: `environment:${environment.id}`, ip, detail },
      at,
    )
    return { device: after, workflowId }
  }

  /**
   * Opens an environment whose phone is lost on another one, as `open` does. From the lost phone nothing can be saved: what was
   * saved last is what is restored. Once it is back it is wiped, and nobody gets it before.
   *
   * @throws Refusal as `open`, and 40900 where it is not open, or its phone is not lost
   */
  async reopen(tx: Transaction, actor: Actor, id: number, where: Where): Promise<OnPhone> {
    const known = await this.#visible(tx, actor.caller, id)
    // A phone is locked before what is open on it.
    const device = known.device_id === null ? undefined : await tx.devices.lock(known.device_id)
    if (device?.environment_id !== id) throw new Refusal(codes.stateForbids, reason('environments.reason.isClosed'))
    if (!isAllowed(device, { type: 'abandoned' }))
      throw new Refusal(codes.stateForbids, reason('environments.reason.phoneIsThere'))
    await this.#abandon(tx, actor, device)
    return this.open(tx, actor, id, where)
  }

  async #abandon(tx: Transaction, actor: Actor, device: DeviceRow): Promise<void> {
    const environment = await this.#openOn(tx, device)
    const at = Date.now()
    await this.#workflows.callOff(tx, device, reason('environments.reason.closedEarly'), at)
    await tx.controlLeases.removeOfDevice(device.id, 'closed')
    await movePhone(tx, this.#broker, device, {
      event: { type: 'abandoned' },
      next: { type: 'lost' },
      at,
      why: reason('devices.reason.abandoned'),
      also: { in_use_by: null, in_use_since: null, environment_id: null, uncleaned: true },
      shown: { holder: null, environment: null },
    })
    await this.#change(tx, environment, { ...onNoPhone, cause: 'abandoned' }, null, at)
    await this.#beginToWipe(tx, actor, device)
    const detail = { after: { device: device.name, saves: false, lost: true } }
    await tx.operationLog.append(
      {
        user: actor.caller,
        action: 'environment.close',
        target: `environment:${environment.id}`,
        ip: actor.ip,
        detail,
      },
      at,
    )
  }

  /** Wipes a faulty phone whose environment was opened on another; answers the workflow. */
  async clean(tx: Transaction, actor: { caller: Person; ip: string }, device: DeviceRow): Promise<number> {
    await movePhone(tx, this.#broker, device, { event: { type: 'recovered' }, at: Date.now() })
    return this.#beginToWipe(tx, actor, device)
  }

  #beginToWipe(tx: Transaction, { caller, ip }: { caller: Person; ip: string }, device: DeviceRow): Promise<number> {
    return this.#workflows.begin(tx, {
      kind: 'close',
      device_id: device.id,
      environment_id: null,
      record_id: null,
      user_id: caller.id,
      ip,
      saves: false,
    })
  }

  /** Closes an environment that is open on a phone, as `close` does. @throws Refusal as `open`, and 40900 where it is not open */
  async closeEnvironment(tx: Transaction, actor: Actor, id: number): Promise<OnPhone> {
    const { caller } = actor
    const environment = await this.#visible(tx, caller, id)
    // A phone is locked before what is open on it.
    const device = environment.device_id === null ? undefined : await tx.devices.lock(environment.device_id)
    if (device?.environment_id !== id) throw new Refusal(codes.stateForbids, reason('environments.reason.isClosed'))
    return { device, workflowId: await this.close(tx, actor, device) }
  }

  /**
   * Closes what is open on a phone that the transaction has locked: saves a record, unless it never was whole, and wipes.
   * Answers the workflow.
   */
  async close(tx: Transaction, { caller, ip }: { caller: Person; ip: string }, device: DeviceRow): Promise<number> {
    const environment = await this.#openOn(tx, device)
    const at = Date.now()
    const event = device.status === 'faulty' ? ({ type: 'recovered' } as const) : ({ type: 'closing' } as const)
    await this.#workflows.callOff(tx, device, reason('environments.reason.closedEarly'), at)
    await movePhone(tx, this.#broker, device, { event, at })
    const workflowId = await this.#workflows.begin(tx, {
      kind: 'close',
      device_id: device.id,
      environment_id: environment.id,
      record_id: null,
      user_id: caller.id,
      ip,
      saves: environment.loaded,
    })
    const detail = { after: { device: device.name, saves: environment.loaded } }
    await tx.operationLog.append(
      { user: caller, action: 'environment.close', target: `environment:${environment.id}`, ip, detail },
      at,
    )
    return workflowId
  }

  /**
   * Puts a record back, the newest where none is named: at once, where the environment is open, and with its next opening where it
   * is not. Answers the phone and what it is at where there is one.
   */
  async restore(tx: Transaction, { caller, ip }: Actor, id: number, recordId?: number): Promise<OnPhone | undefined> {
    const known = await this.#visible(tx, caller, id)
    if (known.device_id !== null) await tx.devices.lock(known.device_id)
    const environment = await this.#lockVisible(tx, caller, id)
    const record = await this.#recordOf(tx, id, recordId)
    const at = Date.now()
    let onPhone: OnPhone | undefined
    if (environment.device_id === null) {
      const chosen = { record_id: record.id, record_size: record.size, record_saved_at: record.saved_at }
      await this.#change(tx, environment, chosen, undefined, at)
    } else {
      const device = await tx.devices.lock(environment.device_id)
      if (device === undefined) throw new Error(`environment ${environment.id} is open on a phone that there is not`)
      await movePhone(tx, this.#broker, device, { event: { type: 'opening' }, at })
      const workflowId = await this.#workflows.begin(tx, {
        kind: 'restore',
        device_id: device.id,
        environment_id: environment.id,
        record_id: record.id,
        user_id: caller.id,
        ip,
        saves: environment.loaded,
      })
      onPhone = { device, workflowId }
    }
    const detail = { after: { record: record.id, saved_at: record.saved_at } }
    await tx.operationLog.append(
      { user: caller, action: 'record.restore', target: `environment:${environment.id}`, ip, detail },
      at,
    )
    return onPhone
  }

  /** Everything is on the phone. */
  async opened(tx: Transaction, workflow: WorkflowRow, device: DeviceRow, at: number): Promise<void> {
    const environment = await this.#openOn(tx, device)
    await movePhone(tx, this.#broker, device, { event: { type: 'prepared' }, at })
    const opening = workflow.kind === 'open' ? { last_opened_at: at } : {}
    await this.#change(tx, environment, { loaded: true, ...opening, cause: 'prepared' }, undefined, at)
  }

  /** The phone is wiped. */
  async closed(tx: Transaction, device: DeviceRow, at: number): Promise<void> {
    const environment = device.uncleaned ? undefined : await this.#openOn(tx, device)
    const also = { in_use_by: null, in_use_since: null, environment_id: null, uncleaned: false }
    const shown = { holder: null, environment: null }
    await tx.controlLeases.removeOfDevice(device.id, 'closed')
    await movePhone(tx, this.#broker, device, { event: { type: 'released' }, at, also, shown })
    if (environment) await this.#change(tx, environment, { ...onNoPhone, cause: 'closed' }, null, at)
  }

  /**
   * A record is whole: it is the one that is restored next; `wanted` is about to be put back, and stays until then. What is on the
   * phone is about to be wiped or overwritten, and is not to be saved again.
   */
  async saved(
    tx: Transaction,
    record: Pick<RecordRow, 'environment_id' | 'object' | 'size' | 'sha256' | 'device_id'>,
    wanted: number | null,
  ): Promise<void> {
    const at = Date.now()
    const environment = await tx.environments.lock(record.environment_id)
    if (environment === undefined) throw new Error(`environment ${record.environment_id} is gone while it is open`)
    const id = await tx.environmentRecords.add({ ...record, saved_at: at }, wanted)
    const saved = { record_size: record.size, record_saved_at: at, loaded: false, cause: 'saved' } as const
    await this.#change(tx, environment, { record_id: id, ...saved }, undefined, at)
  }

  /** The phone was reset, or replaced by another: what is on it is not the environment, and must not become its record. */
  async lost(tx: Transaction, environmentId: number, device: DeviceRow): Promise<void> {
    const at = Date.now()
    await tx.environments.change([environmentId], { loaded: false, cause: 'data lost' }, at)
    const target = `environment:${environmentId}`
    const detail = { after: { device: device.name } }
    await tx.operationLog.append({ user: null, action: 'record.lost', target, ip: '', detail, result: 'failed' }, at)
  }

  async #recordOf(tx: Transaction, id: number, recordId: number | undefined): Promise<RecordRow> {
    if (recordId === undefined) {
      const [newest] = await tx.environmentRecords.ofEnvironment(id)
      if (newest === undefined) throw new Refusal(codes.stateForbids, reason('environments.reason.noRecord'))
      return newest
    }
    const record = await tx.environmentRecords.byId(recordId)
    if (record?.environment_id !== id) throw new Refusal(codes.notFound, reason('environments.reason.noSuchRecord'))
    return record
  }

  async #visible(tx: Transaction, caller: Actor['caller'], id: number): Promise<EnvironmentRow> {
    const known = await tx.environments.byId(id)
    const environment = known && (await tx.environments.visible(caller, known.market, id))
    if (environment === undefined) throw new Refusal(codes.notFound, reason('environments.reason.noSuchEnvironment'))
    requireMarket(caller, environment.market)
    return environment
  }

  async #lockVisible(tx: Transaction, caller: Actor['caller'], id: number): Promise<EnvironmentRow> {
    const known = await tx.environments.byId(id)
    const [environment] = known ? await tx.environments.lockMatching(caller, { market: known.market, id }, 1) : []
    if (environment === undefined) throw new Refusal(codes.notFound, reason('environments.reason.noSuchEnvironment'))
    requireMarket(caller, environment.market)
    return environment
  }

  async #openOn(tx: Transaction, device: DeviceRow): Promise<EnvironmentRow> {
    const environment = device.environment_id === null ? undefined : await tx.environments.lock(device.environment_id)
    if (environment === undefined) throw new Refusal(codes.stateForbids, reason('devices.reason.nothingIsOpen'))
    return environment
  }

  /** An element draws from its manager's pool; a manager has its own and what its elements have. */
  async #free(tx: Transaction, caller: Person, environment: EnvironmentRow, except?: number): Promise<DeviceRow> {
    const own = await tx.devices.lockFree([caller.id], environment.region, except)
    const pool = caller.role === 'element' ? [teamOf(caller)] : (await tx.team.members(caller)).map(({ id }) => id)
    const device = own ?? (await tx.devices.lockFree(pool, environment.region, except))
    if (device !== undefined) return device
    const region = environment.region === '' ? undefined : await tx.regions.byCode(environment.region)
    throw new Refusal(
      codes.stateForbids,
      region
        ? reason('environments.reason.noFreePhoneIn', { region: nameOfRegion(region) })
        : reason('environments.reason.noFreePhone'),
    )
  }

  async #given(tx: Transaction, caller: Person, deviceId: number): Promise<DeviceRow> {
    const device = await tx.devices.lock(deviceId)
    const isPooled = device?.owner_id === teamOf(caller)
    const isSeen = isPooled || (await tx.devices.visible(caller, deviceId)) !== undefined
    if (device === undefined || !isSeen) throw new Refusal(codes.notFound, reason('devices.reason.noSuchDevice'))
    if (device.in_use_by !== null && !seesEverything(caller.role))
      throw new Refusal(codes.stateForbids, reason(`devices.reason.${device.status}`))
    return device
  }

  async #change(
    tx: Transaction,
    before: EnvironmentRow,
    change: EnvironmentChange,
    deviceName: string | null | undefined,
    at: number,
  ): Promise<void> {
    const [after] = await tx.environments.change([before.id], change, at)
    if (after === undefined) return
    tx.afterCommit(() => void announceEnvironments(this.#broker, [{ before, after, deviceName }], at))
  }
}

/** What a region is called; one of an installation's own has a name alone. */
const nameOfRegion = ({ code, name }: { code: string; name: string }): ReasonParam =>
  code in regions ? reason(`regions.${code as keyof Texts['regions']}`) : name
