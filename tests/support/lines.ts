import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

/** What a server prints, so that tests can wait for a line. */
export class Lines {
  readonly all: string[] = []
  readonly #waiting = new Set<(line: string | undefined) => void>()
  #ended = false

  add(line: string): void {
    this.all.push(line)
    for (const look of this.#waiting) look(line)
  }

  end(): void {
    this.#ended = true
    for (const look of this.#waiting) look(undefined)
  }

  first(pattern: RegExp): Promise<string> {
    const past = this.all.find((line) => pattern.test(line))
    if (past !== undefined) return Promise.resolve(past)
    return new Promise((resolve, reject) => {
      const look = (line: string | undefined): void => {
        if (line !== undefined && !pattern.test(line)) return
        this.#waiting.delete(look)
        if (line === undefined) reject(new Error(`it ended without ${pattern}:\n${this.all.join('\n')}`))
        else resolve(line)
      }
      if (this.#ended) look(undefined)
      else this.#waiting.add(look)
    })
  }
}

/** What a process prints: JSON logs on standard output, words for people on standard error. */
export class Output extends Lines {
  read(child: ChildProcess): void {
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface(stream).on('line', (line) => this.add(line))
    child.once('close', () => this.end())
  }
}
