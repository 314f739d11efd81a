import type { LogLevel } from './server-options.ts'

const order: LogLevel[] = ['verbose', 'debug', 'info', 'warn', 'error']

/** Prints as scrcpy's server does: `[server] LEVEL: message`, warnings and errors on stderr. */
export class ServerLog {
  #output: { stdout(text: string): void; stderr(text: string): void }
  #threshold: LogLevel

  constructor(output: { stdout(text: string): void; stderr(text: string): void }, threshold: LogLevel) {
    this.#output = output
    this.#threshold = threshold
  }

  info(message: string): void {
    this.#print('info', message)
  }

  warn(message: string): void {
    this.#print('warn', message)
  }

  error(message: string): void {
    this.#print('error', message)
  }

  #print(level: LogLevel, message: string): void {
    if (order.indexOf(level) < order.indexOf(this.#threshold)) return
    const line = `[server] ${level.toUpperCase()}: ${message}\n`
    if (level === 'warn' || level === 'error') this.#output.stderr(line)
    else this.#output.stdout(line)
  }
}
