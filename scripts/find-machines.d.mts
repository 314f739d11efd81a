import type { AnyStateMachine } from 'xstate'

export interface FoundMachine {
  /** Its file's name. */
  name: string
  /** Where it stands, from the repository's root. */
  file: string
  /** What it models, in a sentence. */
  purpose: string
  machine: AnyStateMachine
  /** What a program writes for it: `loginMachine`, `recordFormMachine()`. */
  code: string
}

/** Every machine of the console and the domain, by name. */
export function findMachines(): Promise<FoundMachine[]>
