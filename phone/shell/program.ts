/** What a program sees of the phone: its arguments, its environment, two text streams, and when it has to end. */
export interface ProgramContext {
  args: string[]
  env: Record<string, string>
  stdout(text: string): void
  stderr(text: string): void
  signal: AbortSignal
}

/** A class that `app_process` can run; resolves with the exit code. */
export type Program = (context: ProgramContext) => Promise<number>
