/** What a program is run as, with its whole environment. */
export interface ProgramSpec {
  command: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  cwd: string
}

/** How a program ended that had not been asked to. */
export interface ProgramEnd {
  code: number | null
  signal: NodeJS.Signals | null
  /** Why it could not even be started. */
  error?: Error | undefined
  /** Until it is started again. Milliseconds. */
  delay: number
  /** Endings in a row. */
  failures: number
}

interface Hearing {
  onStart?: () => void
  onLine?: (line: string) => void
  onMessage?: (message: unknown) => void
  /** Answers false where it is not to be started again. */
  onEnd?: (end: ProgramEnd) => boolean | void
}

/** A program as a child of this process: started again, ever later, when it ends without having been asked. */
export class KeptProgram {
  constructor(spec: ProgramSpec & { output?: 'pipe' | 'inherit'; detached?: boolean }, hear?: Hearing)
  readonly spec: ProgramSpec
  start(): void
  tell(message: unknown): void
  stop(timeout?: number): Promise<void>
}
