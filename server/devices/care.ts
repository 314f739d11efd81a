import { textReason, type Reason } from '../../domain/reason.ts'
import { codes } from '../../domain/codes.ts'
import { taskOf, type DeviceStatus } from '../../domain/device-lifecycle.ts'
import { reason } from '../../texts/reason.ts'
import type { Broker } from '../broker/broker.ts'
import type { ControlLeases } from './control-leases.ts'
import { Refusal } from '../http/refusal.ts'
import type { Actor } from '../http/sessions.ts'
import type { DeviceRow } from '../store/devices.ts'
import type { Action } from '../store/operation-log.ts'
import type { Claim, WorkflowRow } from '../store/workflow-queries.ts'
import type { Store, Transaction } from '../store/store.ts'
import type { Person } from '../store/users.ts'
import { isAllowed } from './life.ts'
import { movePhone } from './moves.ts'
import { failWorkflow } from './workflows/failed.ts'
import type { Openings } from './workflows/step.ts'
import type { Workflows } from './workflows/workflows.ts'

/** Why a phone that took too long is faulty. */
const whyLate = (task: DeviceStatus | undefined): Reason | undefined =>
  task === 'booting' || task === 'preparing' || task === 'releasing' || task === 'changing_ip'
    ? reason(`devices.late.${task}`)
    : undefined

interface PhoneCarePorts {
  store: Store
  broker: Broker
  workflows: Workflows
  openings: Openings
  leases: ControlLeases
}

/** What is done with phones themselves, and how what they are at ends. Phones are locked by the transaction. */
export class PhoneCare {
  readonly #store: Store
  readonly #broker: Broker
  readonly #workflows: Workflows
  readonly #openings: Openings
  readonly #leases: ControlLeases

  constructor(ports: PhoneCarePorts) {
    this.#store = ports.store
    this.#broker = ports.broker
    this.#workflows = ports.workflows
    this.#openings = ports.openings
    this.#leases = ports.leases
  }

  /** Begins to give the phone another address; answers the workflow. */
  async changeIp(
    tx: Transaction,
    { caller, ip }: { caller: { id: number }; ip: string },
    device: DeviceRow,
  ): Promise<number> {
    await movePhone(tx, this.#broker, device, { event: { type: 'changing ip' }, at: Date.now() })
    const { id: device_id, environment_id } = device
    const whose = { user_id: caller.id, ip }
    return this.#workflows.begin(tx, {
      kind: 'change_ip',
      device_id,
      environment_id,
      record_id: null,
      saves: false,
      ...whose,
    })
  }

  /** Closes what is open on the phone, and answers the workflow; where nothing is, whoever controls it stops, which takes no time. */
  async free(tx: Transaction, actor: { caller: Person; ip: string }, device: DeviceRow): Promise<number | null> {
    if (device.environment_id !== null) return this.#openings.close(tx, actor, device)
    if (device.in_use_by === null || !isAllowed(device, { type: 'freed' }))
      throw new Refusal(codes.stateForbids, reason(`devices.reason.${device.status}`))
    await this.#leases.releaseOfDevice(tx, device, actor.ip)
    return null
  }

  /** Takes the phone out of the fleet. One that is away or faulty may be controlled, and be at something: both end. */
  async delete(tx: Transaction, actor: Actor, device: DeviceRow): Promise<void> {
    if (device.environment_id !== null)
      throw new Refusal(codes.stateForbids, reason('devices.reason.environmentOnPhone'))
    if (device.uncleaned) throw new Refusal(codes.stateForbids, reason('devices.reason.notCleaned'))
    const at = Date.now()
    const also = { in_use_by: null, in_use_since: null }
    const shown = device.in_use_by === null ? {} : { holder: null }
    await this.#workflows.callOff(tx, device, reason('devices.reason.deleted'), at)
    await movePhone(tx, this.#broker, device, { event: { type: 'deleted' }, at, also, shown })
    await tx.controlLeases.removeOfDevice(device.id, 'deleted')
    await this.#note(tx, actor, { action: 'device.del', device })
  }

  /** Brings a deleted phone back, or has a faulty one try again: what is open on it is closed, by the workflow that it answers. */
  async recover(tx: Transaction, actor: Actor, device: DeviceRow): Promise<number | null> {
    let workflow: number | null = null
    if (device.status === 'faulty' && device.uncleaned) workflow = await this.#openings.clean(tx, actor, device)
    else if (device.status === 'faulty' && device.environment_id !== null)
      workflow = await this.#openings.close(tx, actor, device)
    else await movePhone(tx, this.#broker, device, { event: { type: 'recovered' }, at: Date.now() })
    await this.#note(tx, actor, { action: 'device.recover', device })
    return workflow
  }

  /** Takes the phone out of use, with the reason that everybody sees who sees the phone, or gives it back. */
  async maintain(
    tx: Transaction,
    actor: Actor,
    device: DeviceRow,
    { on, reason: said }: { on: boolean; reason: string },
  ): Promise<void> {
    const event = on ? ({ type: 'maintaining' } as const) : ({ type: 'maintained' } as const)
    await movePhone(tx, this.#broker, device, {
      event,
      at: Date.now(),
      why: on && said !== '' ? textReason(said) : null,
    })
    await this.#note(tx, actor, { action: 'device.maintain', device, after: { on, reason: said } })
  }

  #note(
    tx: Transaction,
    { caller, ip }: Actor,
    { action, device, after }: { action: Action; device: DeviceRow; after?: Record<string, unknown> },
  ): Promise<number> {
    const detail = { before: { status: device.status }, ...(after && { after }) }
    return tx.operationLog.append({ user: caller, action, target: `device:${device.id}`, ip, detail }, Date.now())
  }

  /** Every step of a workflow is done. */
  async finish(tx: Transaction, claim: Claim): Promise<void> {
    const found = await this.#lockGoing(tx, claim)
    if (found === undefined) return
    const { workflow, device } = found
    const at = Date.now()
    await tx.workflows.end(workflow.id, 'done', null, at)
    if (workflow.kind === 'close') await this.#openings.closed(tx, device, at)
    else if (workflow.kind === 'change_ip') await this.#addressChanged(tx, workflow, device, at)
    else await this.#openings.opened(tx, workflow, device, at)
  }

  /** A step of a workflow can't be done. */
  async fail(tx: Transaction, claim: Claim, why: Reason): Promise<void> {
    const found = await this.#lockGoing(tx, claim)
    if (found === undefined) return
    const { workflow, device } = found
    const at = Date.now()
    await failWorkflow(tx, workflow, why, at)
    // A phone that went away just then is taken for faulty once its time is up.
    if (isAllowed(device, { type: 'failed' }))
      await movePhone(tx, this.#broker, device, { event: { type: 'failed' }, at, why })
  }

  /** Takes phones for faulty whose time is up. */
  async sweep(): Promise<void> {
    for (const id of await this.#store.devices.overdue(Date.now()))
      await this.#store.transaction(async (tx) => {
        const device = await tx.devices.lock(id)
        const at = Date.now()
        if (device === undefined || device.status_deadline === null || device.status_deadline > at) return
        const task = taskOf({ status: device.status, before: device.status_before })
        const why = whyLate(task) ?? reason(`devices.reason.${device.status}`)
        await this.#workflows.callOff(tx, device, why, at)
        await movePhone(tx, this.#broker, device, { event: { type: 'timed out' }, at, why })
      })
  }

  async #addressChanged(tx: Transaction, workflow: WorkflowRow, device: DeviceRow, at: number): Promise<void> {
    await movePhone(tx, this.#broker, device, { event: { type: 'ip changed' }, at })
    const user = (await tx.users.byId(workflow.user_id)) ?? null
    const detail = { after: { egress_ip: device.egress_ip } }
    const { ip } = workflow
    await tx.operationLog.append({ user, action: 'device.changeip', target: `device:${device.id}`, ip, detail }, at)
  }

  /** What a claim is of, with its phone; undefined where that has ended, or the claim is lost. */
  async #lockGoing(tx: Transaction, { id, claim }: Claim) {
    const known = await tx.workflows.byId(id)
    const device = known && (await tx.devices.lock(known.device_id))
    const workflow = device && (await tx.workflows.lockGoing(device.id))
    return device && workflow?.id === id && workflow.claim === claim ? { workflow, device } : undefined
  }
}
