import { randomUUID } from 'node:crypto'
import { type BoxCommand, commandsTopic } from '../../domain/box-protocol.ts'
import type { PhoneWorkCommand, PhoneWorkEvent, WorkEnded } from '../../domain/phone-work.ts'
import type { Broker } from '../broker/broker.ts'

/** How long after it was given work may be begun. Milliseconds. */
const patience = 20_000

/** Who follows work on a phone. */
export interface WorkFollower {
  /** It said something, or showed that it goes on. */
  onOutput(offset: number, text: string): void
  onEnded(ended: WorkEnded): void
  /** Asked, the agent says that it was never given the work. */
  onUnreceived?(): void
}

type WorkStart = Extract<PhoneWorkCommand, { serial: string }>

/** Work on phones that this server follows; commands go to the boxes over the broker. */
export class PhoneWorks {
  readonly #broker: Broker
  readonly #followed = new Map<string, { boxId: number; follower: WorkFollower }>()

  constructor(broker: Broker) {
    this.#broker = broker
  }

  /** Begins work that is known by `id` for good; or, as far as the agent has begun it, does nothing. */
  start(boxId: number, id: string, command: WorkStart, follower: WorkFollower): void {
    this.follow(boxId, id, follower)
    this.#command(boxId, command, id)
  }

  /** Hears of work that was begun before, maybe by another server. */
  follow(boxId: number, id: string, follower: WorkFollower): void {
    this.#followed.set(id, { boxId, follower })
  }

  unfollow(id: string): void {
    this.#followed.delete(id)
  }

  /** Has the agent tell again what work said from `offset` on, and how it ended. */
  ask(id: string, offset: number): void {
    const work = this.#followed.get(id)
    if (work) this.#command(work.boxId, { type: 'report', work_id: id, offset })
  }

  cancel(id: string): void {
    const work = this.#followed.get(id)
    if (work) this.end(work.boxId, id)
  }

  /** Ends work of a box, whoever follows it. */
  end(boxId: number, id: string): void {
    this.#command(boxId, { type: 'cancel', work_id: id })
  }

  /** What a box's agent says of work: of that which it was given, and no other box's. */
  received(boxId: number, event: PhoneWorkEvent): void {
    const work = this.#followed.get(event.work_id)
    if (work?.boxId !== boxId) return
    if (event.type === 'work_unreceived') return work.follower.onUnreceived?.()
    if (event.type === 'work_output') return work.follower.onOutput(event.offset, event.text)
    this.#followed.delete(event.work_id)
    work.follower.onEnded(event)
  }

  #command(boxId: number, command: PhoneWorkCommand, id: string = randomUUID()): void {
    const message: BoxCommand = { id, deadline: Date.now() + patience, ...command }
    this.#broker.publish(commandsTopic(boxId), JSON.stringify(message), 1)
  }
}
