import { randomUUID } from 'node:crypto'
import { type BoxCommand, commandsTopic } from '../../domain/box-protocol.ts'
import type { CommandEnded, CommandEvent, PhoneCommand, StartCommand } from '../../domain/command-protocol.ts'
import type { Broker } from '../broker/broker.ts'

/** How long after it was given a command may be begun. Milliseconds. */
const commandTimeout = 20_000

/** Who follows a command on a phone. */
export interface CommandFollower {
  /** It said something, or showed that it goes on. */
  onOutput(offset: number, text: string): void
  onEnded(ended: CommandEnded): void
  /** Asked, the agent says that it was never given the command. */
  onUnreceived?(): void
}

/** Commands on phones that this server follows; they go to the boxes over the broker. */
export class PhoneCommands {
  readonly #broker: Broker
  readonly #followed = new Map<string, { boxId: number; follower: CommandFollower }>()

  constructor(broker: Broker) {
    this.#broker = broker
  }

  /** Begins a command that is known by `id` for good; or, as far as the agent has begun it, does nothing. */
  start(boxId: number, id: string, command: StartCommand, follower: CommandFollower): void {
    this.follow(boxId, id, follower)
    this.#command(boxId, command, id)
  }

  /** Hears of a command that was begun before, maybe by another server. */
  follow(boxId: number, id: string, follower: CommandFollower): void {
    this.#followed.set(id, { boxId, follower })
  }

  unfollow(id: string): void {
    this.#followed.delete(id)
  }

  /** Has the agent tell again what a command said from `offset` on, and how it ended. */
  ask(id: string, offset: number): void {
    const followed = this.#followed.get(id)
    if (followed) this.#command(followed.boxId, { type: 'report', command_id: id, offset })
  }

  cancel(id: string): void {
    const followed = this.#followed.get(id)
    if (followed) this.end(followed.boxId, id)
  }

  /** Ends a command of a box, whoever follows it. */
  end(boxId: number, id: string): void {
    this.#command(boxId, { type: 'cancel', command_id: id })
  }

  /** What a box's agent says of a command: of one that it was given, and no other box's. */
  received(boxId: number, event: CommandEvent): void {
    const followed = this.#followed.get(event.command_id)
    if (followed?.boxId !== boxId) return
    if (event.type === 'command_unreceived') return followed.follower.onUnreceived?.()
    if (event.type === 'command_output') return followed.follower.onOutput(event.offset, event.text)
    this.#followed.delete(event.command_id)
    followed.follower.onEnded(event)
  }

  #command(boxId: number, command: PhoneCommand, id: string = randomUUID()): void {
    const message: BoxCommand = { id, deadline: Date.now() + commandTimeout, ...command }
    this.#broker.publish(commandsTopic(boxId), JSON.stringify(message), 1)
  }
}
