import { randomUUID } from 'node:crypto'
import type { Reason } from '../../domain/reason.ts'
import { commandIdOf } from '../../domain/command-protocol.ts'
import type { StartCommand } from '../../domain/command-protocol.ts'
import { commandOf, fileOf } from './phone-command.ts'
import type { OpenItem, ItemRunner, JobContext, RunningItem } from './item-runner.ts'
import { FollowedCommand } from './followed-command.ts'
import { starterOf, whyNotOn } from './admission.ts'
import { screenshotObject } from './screenshots.ts'
import { reason } from '../../texts/reason.ts'

interface Phone {
  device_id: number
  box_id: number
  serial: string
}

/** Has boxes' agents run scripts and actions on phones. */
export class AgentRunner implements ItemRunner {
  /** Phones that have said nothing for so long are asked. */
  readonly lookInterval = 15_000
  readonly #context: JobContext
  readonly #running = new Set<FollowedCommand>()

  constructor(context: JobContext) {
    this.#context = context
  }

  look(): void {
    for (const phone of this.#running) phone.look()
    if (this.#running.size === 0) return
    const { job, ports } = this.#context
    this.#loseThoseOfOthers().catch((error: unknown) =>
      ports.log.warn({ err: error, job_id: job.id }, 'whose phones are by now was not looked at'),
    )
  }

  /** What says nothing is not found out by what it says. */
  async #loseThoseOfOthers(): Promise<void> {
    const { job, ports } = this.#context
    const lost = new Set(await ports.store.jobItems.lost(job.id))
    for (const phone of this.#running) if (lost.has(phone.itemId)) phone.lose()
  }

  async begin(item: OpenItem): Promise<RunningItem | undefined> {
    const { store, commands } = this.#context.ports
    const { box_id } = phoneOf(item)
    const commandId = commandIdOf(await store.boxes.agentBoot(box_id), randomUUID())
    const command = await this.#commandOf(item, commandId)
    if (command === undefined) return undefined
    if ('reason' in command) return this.#context.refuse(item, command.reason)
    if (!(await store.jobItems.beginOwn(item.id, commandId, Date.now())))
      return (await store.jobItems.isStillTheirs(item.id))
        ? undefined
        : this.#context.refuse(item, reason('relay.noLongerYours'))
    const phone = this.#follow(item, commandId, 0)
    commands.start(box_id, commandId, command, phone)
    return phone
  }

  /** What the item's phone is told to do, as things are; or why it can't be. Undefined where no item is to begin any more. */
  async #commandOf(item: OpenItem, commandId: string): Promise<StartCommand | { reason: Reason } | undefined> {
    const { job, noMore } = this.#context
    const { store, transfers } = this.#context.ports
    const { device_id, serial } = phoneOf(item)
    const file = await fileOf(store, job, noMore)
    if (noMore.aborted) return undefined
    if (file !== undefined && 'reason' in file) return file
    // A file is waited for until it has been checked: its phone may be somebody else's by now.
    const starter = await starterOf(store, job)
    if ('reason' in starter) return starter
    const why = await whyNotOn(store, starter, await store.devices.byId(device_id), job.action)
    if (why !== undefined) return { reason: why }
    const command = commandOf(job, { serial, commandId, file }, transfers)
    if (command.type === 'send') await store.unwantedObjects.expect(screenshotObject(commandId), Date.now())
    return command
  }

  takeUp(item: OpenItem): RunningItem {
    const commandId = item.command_id ?? ''
    const phone = this.#follow(item, commandId, item.output_length)
    this.#context.ports.commands.follow(phoneOf(item).box_id, commandId, phone)
    phone.askUntilAnswered()
    return phone
  }

  #follow(item: OpenItem, commandId: string, written: number): FollowedCommand {
    const { job, ports, changed, end } = this.#context
    const phone = new FollowedCommand({ itemId: item.id, boxId: phoneOf(item).box_id, commandId }, written, {
      ...ports,
      command: () => this.#commandOf(item, commandId),
      looks: Math.ceil((job.timeout_seconds * 1_000) / this.lookInterval),
      changed,
      end: (how) => {
        this.#running.delete(phone)
        return end(item, how, commandId)
      },
    })
    this.#running.add(phone)
    return phone
  }
}

function phoneOf({ id, device_id, box_id, serial }: OpenItem): Phone {
  if (device_id === null || box_id === null || serial === null) throw new Error(`item ${id} of a job has no phone`)
  return { device_id, box_id, serial }
}
