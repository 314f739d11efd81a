import type { PhoneOperationRow } from '../store/phone-operations.ts'
import { failedWith, succeeded, type PhoneEnd, type RunPart } from './run-part.ts'

/** A phone's part in a run that frees phones or gives them other addresses: that is a part of the phone's life, which a run waits for and can't cut short. */
export class OperationPart implements RunPart {
  readonly #end: (end: PhoneEnd) => Promise<void>
  #tail: Promise<void> = Promise.resolve()
  #isOver = false

  /** @param end writes down that it has ended; never rejects */
  constructor(end: (end: PhoneEnd) => Promise<void>) {
    this.#end = end
  }

  look(): void {}

  ask(): void {}

  cancel(): void {}

  fail(reason: string): void {
    this.#conclude(failedWith(reason))
  }

  /** What the phone was at has ended. */
  onEnded({ state, reason }: Pick<PhoneOperationRow, 'state' | 'reason'>): void {
    this.#conclude(state === 'done' ? succeeded : failedWith(reason))
  }

  async release(): Promise<void> {
    this.#isOver = true
    await this.#tail
  }

  #conclude(end: PhoneEnd): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#tail = this.#end(end)
  }
}
