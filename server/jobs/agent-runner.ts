import { randomUUID } from 'node:crypto'
import type { Reason } from '../../domain/reason.ts'
import { workIdOf } from '../../domain/phone-work.ts'
import type { WorkStart } from '../devices/workflows/step.ts'
import { commandOf, fileOf } from './phone-command.ts'
import type { OpenPart, PartRunner, RunContext, RunningPart } from './item-runner.ts'
import { PhoneRun } from './phone-run.ts'
import { starterOf, whyNotOn } from './admission.ts'
import { screenshotObject } from './screenshots.ts'

interface Phone {
  device_id: number
  box_id: number
  serial: string
}

/** Has boxes' agents run scripts and actions on phones. */
export class AgentRunner implements PartRunner {
  /** Phones that have said nothing for so long are asked. */
  readonly lookInterval = 15_000
  readonly #context: RunContext
  readonly #running = new Set<PhoneRun>()

  constructor(context: RunContext) {
    this.#context = context
  }

  look(): void {
    for (const phone of this.#running) phone.look()
  }

  async begin(part: OpenPart): Promise<RunningPart | undefined> {
    const { store, works } = this.#context.ports
    const { box_id } = phoneOf(part)
    const workId = workIdOf(await store.boxes.agentBoot(box_id), randomUUID())
    const command = await this.#commandOf(part, workId)
    if (command === undefined) return undefined
    if ('reason' in command) return this.#context.refuse(part, command.reason)
    if (!(await store.runParts.begin(part.id, { work_id: workId }, Date.now()))) return undefined
    const phone = this.#follow(part, workId, 0)
    works.start(box_id, workId, command, phone)
    return phone
  }

  /** What the part's phone is told to do, as things are; or why it can't be. Undefined where no part is to begin any more. */
  async #commandOf(part: OpenPart, workId: string): Promise<WorkStart | { reason: Reason } | undefined> {
    const { run, noMore } = this.#context
    const { store, transfers } = this.#context.ports
    const { device_id, serial } = phoneOf(part)
    const starter = await starterOf(store, run)
    if ('reason' in starter) return starter
    const reason = await whyNotOn(store, starter, await store.devices.byId(device_id), run.action)
    if (reason !== undefined) return { reason }

    const file = await fileOf(store, starter, run, noMore)
    if (noMore.aborted) return undefined
    if (file !== undefined && 'reason' in file) return file
    const command = commandOf(run, { serial, workId, file }, transfers)
    if (command.type === 'send') await store.unwantedObjects.expect(screenshotObject(workId), Date.now())
    return command
  }

  takeUp(part: OpenPart): RunningPart {
    const workId = part.work_id ?? ''
    const phone = this.#follow(part, workId, part.output_length)
    this.#context.ports.works.follow(phoneOf(part).box_id, workId, phone)
    phone.ask()
    return phone
  }

  #follow(part: OpenPart, workId: string, written: number): PhoneRun {
    const { ports, changed, end } = this.#context
    const phone = new PhoneRun({ partId: part.id, boxId: phoneOf(part).box_id, workId }, written, {
      ...ports,
      command: () => this.#commandOf(part, workId),
      changed,
      end: (how, transfer) => {
        this.#running.delete(phone)
        return end(part, how, { workId, transfer })
      },
    })
    this.#running.add(phone)
    return phone
  }
}

function phoneOf({ id, device_id, box_id, serial }: OpenPart): Phone {
  if (device_id === null || box_id === null || serial === null) throw new Error(`part ${id} of a run has no phone`)
  return { device_id, box_id, serial }
}
