import type { WorkflowRow } from '../store/workflow-queries.ts'
import { calledOff, failedWith, succeeded, type ItemEnd, type RunningItem } from './item-runner.ts'

interface Ports {
  /** Writes down that it has ended; never rejects. */
  end: (how: ItemEnd) => Promise<void>
  /** Ends what the phone is at before its time; false where it goes on or has just ended. Never rejects. Left out where that can't be done. */
  callOff?: () => Promise<boolean>
}

/** An item of a job that waits for what its phone is at. */
export class FollowedWorkflow implements RunningItem {
  readonly #ports: Ports
  #tail: Promise<void> = Promise.resolve()
  #isOver = false
  #isBeingCalledOff = false

  constructor(ports: Ports) {
    this.#ports = ports
  }

  cancel(): void {
    const { callOff } = this.#ports
    if (callOff === undefined || this.#isOver || this.#isBeingCalledOff) return
    this.#isBeingCalledOff = true
    this.#tail = callOff().then((isOff) => {
      this.#isBeingCalledOff = false
      return isOff ? this.#conclude(calledOff) : undefined
    })
  }

  /** What the phone was at has ended. */
  onEnded({ state, reason }: Pick<WorkflowRow, 'state' | 'reason'>): void {
    // How it ends is known once it has been called off or not.
    if (this.#isBeingCalledOff) return
    this.#tail = this.#conclude(state === 'done' ? succeeded : failedWith(reason))
  }

  async release(): Promise<void> {
    await this.#tail
    this.#isOver = true
  }

  async #conclude(how: ItemEnd): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    await this.#ports.end(how)
  }
}
