import { evaluateArithmetic } from './arithmetic.ts'
import { LimitExceeded, type Budget } from './budget.ts'
import { BytePipe, CollectingSink, TextSource } from './byte-stream.ts'
import { BUILTINS, commandNames } from './builtins.ts'
import { Input, Output } from './command.ts'
import { evaluateCondition } from './condition.ts'
import { applyRedirects, sinkOf, sourceOf, type Descriptors } from './descriptors.ts'
import { expandPattern, expandText, expandWords, type ExpansionContext } from './expansion.ts'
import { runExternal } from './external-command.ts'
import { FileSystemError } from './inode.ts'
import { compilePattern } from './pattern.ts'
import { parseScript } from './parser.ts'
import type { PhoneSystem } from './phone-system.ts'
import { interruptible, Killed, killedBy } from './process-signal.ts'
import { TooManyProcesses, type ProcessTable } from './process-table.ts'
import type { Job, Shell } from './shell.ts'
import { Leave, LoopControl } from './shell-control.ts'
import { ShellError, type ShellState } from './shell-state.ts'
import {
  ShellSyntaxError,
  type AndOr,
  type Command,
  type Pipeline,
  type Redirect,
  type Script,
  type SimpleCommand,
} from './syntax.ts'

export interface InterpreterOptions {
  phone: PhoneSystem
  state: ShellState
  descriptors: Descriptors
  budget: Budget
  /** Ends what runs in the foreground. */
  signal: AbortSignal
  /** Ends background jobs that print to the session. */
  sessionSignal: AbortSignal
  depth: number
  jobs: Job[]
}

/** Walks the syntax tree of a script. One interpreter is one shell process; subshells and stages are forks of it. */
export class Interpreter implements Shell {
  readonly phone: PhoneSystem
  readonly state: ShellState
  readonly budget: Budget
  readonly jobs: Job[]
  readonly sessionSignal: AbortSignal
  readonly depth: number
  signal: AbortSignal
  descriptors: Descriptors
  /** Within the test of an `if`, `while`, `&&` or `!`, where a failure does not end a shell under `set -e`. */
  #tests = 0
  #calls = 0
  /** What `exec > file` opened, until the shell ends. */
  readonly #keptOpen: (() => void)[] = []

  constructor(options: InterpreterOptions) {
    this.phone = options.phone
    this.state = options.state
    this.descriptors = options.descriptors
    this.budget = options.budget
    this.signal = options.signal
    this.sessionSignal = options.sessionSignal
    this.depth = options.depth
    this.jobs = options.jobs
    if (this.depth > this.budget.limits.depth) throw new LimitExceeded('nested too deeply')
  }

  get commandNames(): string[] {
    return commandNames(this.state)
  }

  get expansion(): ExpansionContext {
    return {
      state: this.state,
      files: this.phone.files,
      budget: this.budget,
      substitute: (body) => this.#substitute(body),
    }
  }

  output(fd: 1 | 2): Output {
    return new Output(sinkOf(this.descriptors, fd), this.signal, this.budget)
  }

  async complain(message: string): Promise<void> {
    await this.output(2).line(`${this.state.name}: ${message}`)
  }

  async runToEnd(script: Script): Promise<number> {
    try {
      let status = await this.guarded(() => this.run(script))
      const trap = this.state.traps.get('EXIT')
      if (trap !== undefined) {
        this.state.traps.delete('EXIT')
        status = await this.guarded(async () => {
          await this.run(parseScript(trap))
          return status
        })
      }
      await this.waitForJobs()
      return status
    } finally {
      for (const close of this.#keptOpen) close()
    }
  }

  async guarded(run: () => Promise<number>): Promise<number> {
    try {
      return await run()
    } catch (error) {
      if (error instanceof Leave) return error.status
      if (error instanceof LoopControl) return 0
      if (error instanceof ShellError || error instanceof ShellSyntaxError) {
        await this.complain(error.message)
        return 1
      }
      throw error
    }
  }

  async waitForJobs(): Promise<void> {
    for (const job of this.jobs) if (job.attached) await job.done
  }

  async run(script: Script): Promise<number> {
    for (const item of script) {
      if (item.background) await this.#background(item)
      else this.state.lastStatus = await this.#andOr(item)
    }
    return this.state.lastStatus
  }

  async #background(item: AndOr): Promise<void> {
    await this.budget.spend()
    try {
      this.#startJob(item)
    } catch (error) {
      if (!(error instanceof TooManyProcesses)) throw error
      await this.complain(error.message)
      this.state.lastStatus = 1
    }
  }

  async #andOr({ first, rest }: AndOr): Promise<number> {
    let status = rest.length > 0 ? await this.#test(() => this.#pipeline(first)) : await this.#pipeline(first)
    for (const [index, { operator, pipeline }] of rest.entries()) {
      this.state.lastStatus = status
      if ((status === 0) !== (operator === '&&')) continue
      const last = index === rest.length - 1
      status = last ? await this.#pipeline(pipeline) : await this.#test(() => this.#pipeline(pipeline))
    }
    return status
  }

  async #test<T>(run: () => Promise<T>): Promise<T> {
    this.#tests += 1
    try {
      return await run()
    } finally {
      this.#tests -= 1
    }
  }

  async #pipeline({ negated, stages }: Pipeline): Promise<number> {
    const run = () => {
      const [only] = stages
      return only && stages.length === 1 ? this.command(only) : this.#stages(stages)
    }
    const status = negated ? await this.#test(run) : await run()
    this.state.lastStatus = status
    if (status !== 0 && !negated && this.state.options.errexit && this.#tests === 0) throw new Leave('shell', status)
    return negated ? Number(status === 0) : status
  }

  async #stages(stages: Command[]): Promise<number> {
    const pipes = stages.slice(1).map(() => new BytePipe())
    const runs = stages.map(async (stage, index) => {
      const input = pipes[index - 1]
      const output = pipes[index]
      const table = new Map(this.descriptors)
      if (input) table.set(0, { source: input })
      if (output) table.set(1, { sink: output })
      try {
        return await this.#subprocess({ descriptors: table }, (shell) => shell.runToEnd(asScript(stage)))
      } finally {
        output?.end()
        input?.break()
      }
    })
    const results = await Promise.allSettled(runs)
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    const statuses = results.map((result) => (result.status === 'fulfilled' ? result.value : 0))
    const failedLast = this.state.options.pipefail ? statuses.findLast((status) => status !== 0) : undefined
    return failedLast ?? statuses.at(-1) ?? 0
  }

  /** Runs something in a forked shell, as a process of its own. */
  async #subprocess(
    options: { descriptors?: Descriptors },
    run: (shell: Interpreter) => Promise<number>,
  ): Promise<number> {
    await this.budget.spend()
    try {
      return await this.#inProcess(this.#startProcess(this.signal), options, run)
    } catch (error) {
      if (error instanceof TooManyProcesses) {
        await this.complain(error.message)
        return 1
      }
      // Killed on its own, not together with the shell that started it.
      if (error instanceof Killed && !this.signal.aborted) return error.exitCode
      throw error
    }
  }

  /** A fork of this shell. Throws TooManyProcesses. */
  #startProcess(signal: AbortSignal): ReturnType<ProcessTable['start']> {
    const { pid, uid } = this.state
    return this.phone.processes.start('sh', { pid, uid, environment: this.state.environment() }, signal)
  }

  async #inProcess(
    process: ReturnType<ProcessTable['start']>,
    options: { descriptors?: Descriptors },
    run: (shell: Interpreter) => Promise<number>,
  ): Promise<number> {
    try {
      return await run(this.fork({ ...options, signal: process.signal }))
    } finally {
      process.end()
    }
  }

  fork(options: { descriptors?: Descriptors; signal?: AbortSignal; state?: ShellState }): Interpreter {
    const shell = new Interpreter({
      phone: this.phone,
      state: options.state ?? this.state.copy(),
      descriptors: options.descriptors ?? this.descriptors,
      budget: this.budget,
      signal: options.signal ?? this.signal,
      sessionSignal: this.sessionSignal,
      depth: this.depth + this.#calls + 1,
      jobs: [],
    })
    // A shell of its own decides for itself where a failure ends it.
    if (!options.state) shell.#tests = this.#tests
    return shell
  }

  async #substitute(body: Script): Promise<string> {
    const limit = this.budget.limits.wordBytes
    const sink = new CollectingSink(limit, () => new LimitExceeded('command substitution: output too long'))
    const descriptors = new Map(this.descriptors).set(1, { sink })
    const file = onlyInput(body)
    const run = (shell: Interpreter) => (file ? shell.#passOn(file) : shell.runToEnd(body))
    this.state.lastStatus = await this.#subprocess({ descriptors }, run)
    return sink.bytes().toString('utf8').replaceAll('\0', '')
  }

  /** Prints what a redirect of the input leads to. */
  #passOn(redirect: Redirect): Promise<number> {
    return this.#redirected([redirect], async () => {
      const input = new Input(sourceOf(this.descriptors), this.signal, this.budget)
      for (let bytes = await input.read(); bytes; bytes = await input.read()) await this.output(1).write(bytes)
      return 0
    })
  }

  /** Starts a background job. Throws TooManyProcesses. */
  #startJob(item: AndOr): void {
    const attached = !isDetached(item)
    const process = this.#startProcess(attached ? this.sessionSignal : this.phone.signal)
    const descriptors = new Map(this.descriptors).set(0, { source: new TextSource() })
    const script = [{ ...item, background: false }]
    const job: Job = { pid: process.pid, attached, running: true, done: Promise.resolve(0) }
    job.done = this.#inProcess(process, { descriptors }, (shell) => shell.runToEnd(script))
      .catch((error: unknown) => this.#jobFailed(error))
      .finally(() => {
        job.running = false
      })
    this.jobs.push(job)
    this.state.lastBackgroundPid = process.pid
    this.state.lastStatus = 0
  }

  /** A job has nobody above it to report to, so what ends it is told to the session here. */
  async #jobFailed(error: unknown): Promise<number> {
    if (error instanceof Killed) return error.exitCode
    const message = error instanceof LimitExceeded ? error.message : 'internal error'
    try {
      await this.complain(message)
    } catch {
      // The session that would have read it is gone too.
    }
    return 137
  }

  /** Runs one command of any kind; errors of redirects and builtins are printed and become a status. */
  async command(command: Command): Promise<number> {
    if (this.signal.aborted) throw killedBy(this.signal)
    await this.budget.spend()
    if (command.type === 'function') {
      this.state.define(command.name, command.body)
      return 0
    }
    if (command.type === 'simple') return this.#simple(command)
    return this.#redirected(command.redirects, () => this.#compound(command))
  }

  async #redirected(redirects: Redirect[], run: () => Promise<number>): Promise<number> {
    if (redirects.length === 0) return run()
    const before = this.descriptors
    let close: () => void
    try {
      const applied = await applyRedirects(redirects, before, this.expansion)
      this.descriptors = applied.descriptors
      close = applied.close
    } catch (error) {
      if (!(error instanceof ShellError)) throw error
      await this.complain(error.message)
      return 1
    }
    try {
      return await run()
    } finally {
      this.descriptors = before
      close()
    }
  }

  async #compound(command: Exclude<Command, { type: 'simple' | 'function' }>): Promise<number> {
    switch (command.type) {
      case 'group':
        return this.run(command.body)
      case 'subshell':
        return this.#subprocess({}, (shell) => shell.runToEnd(command.body))
      case 'if':
        for (const { test, body } of command.branches) {
          if ((await this.#test(() => this.run(test))) === 0) return this.run(body)
        }
        return command.otherwise ? this.run(command.otherwise) : 0
      case 'while': {
        const goesOn = async () => ((await this.#test(() => this.run(command.test))) === 0) !== command.until
        return this.#loop(goesOn, () => this.run(command.body))
      }
      case 'for': {
        const items = command.words ? await expandWords(command.words, this.expansion) : [...this.state.positional]
        let index = 0
        const goesOn = async () => {
          const item = items[index++]
          if (item !== undefined) this.state.set(command.name, item)
          return item !== undefined
        }
        return this.#loop(goesOn, () => this.run(command.body))
      }
      case 'case': {
        const subject = await expandText(command.subject, this.expansion)
        for (const { patterns, body } of command.arms) {
          for (const pattern of patterns) {
            if (compilePattern(await expandPattern(pattern, this.expansion))(subject)) return this.run(body)
          }
        }
        return 0
      }
      case 'arithmetic': {
        const expression = await expandText(command.expression, this.expansion)
        return Number(evaluateArithmetic(expression, this.state) === 0n)
      }
      case 'condition':
        return Number(!(await evaluateCondition(command.words, this.expansion)))
      default:
        return command satisfies never
    }
  }

  async #loop(goesOn: () => Promise<boolean>, body: () => Promise<number>): Promise<number> {
    let status = 0
    for (;;) {
      if (this.signal.aborted) throw killedBy(this.signal)
      await this.budget.spend()
      try {
        if (!(await goesOn())) return status
        status = await body()
      } catch (error) {
        if (!(error instanceof LoopControl)) throw error
        error.levels -= 1
        if (error.levels > 0) throw error
        if (error.kind === 'break') return 0
      }
    }
  }

  async #simple(command: SimpleCommand): Promise<number> {
    this.state.lastStatus = command.words.length > 0 ? this.state.lastStatus : 0
    const argv = await expandWords(command.words, this.expansion)
    const values: [string, string][] = []
    for (const { name, append, value } of command.assignments) {
      const text = await expandText(value, this.expansion)
      values.push([name, append ? (this.state.get(name) ?? '') + text : text])
      if (argv.length === 0) this.#assign(values.splice(0))
    }
    if (this.state.options.xtrace && argv.length > 0) await this.output(2).line(`+ ${argv.join(' ')}`)
    if (argv.length === 1 && argv[0] === 'exec') {
      const applied = await applyRedirects(command.redirects, this.descriptors, this.expansion)
      this.descriptors = applied.descriptors
      this.#keptOpen.push(applied.close)
      return 0
    }
    return this.#redirected(command.redirects, async () => {
      const [name, ...args] = argv
      return name === undefined ? this.state.lastStatus : this.invoke(name, args, values)
    })
  }

  #assign(values: [string, string][]): void {
    for (const [name, value] of values) {
      if (value.length > this.budget.limits.wordBytes) throw new LimitExceeded('word too long')
      this.state.set(name, value)
    }
  }

  /** Runs a function, a builtin or a command by its name. */
  async invoke(name: string, args: string[], values: [string, string][] = []): Promise<number> {
    const body = this.state.functions.get(name)
    const builtin = BUILTINS.get(name)
    if (!body && !builtin) return runExternal(this, name, args, Object.fromEntries(values))
    const before = values.map(([variable]) => [variable, this.state.get(variable)] as const)
    this.#assign(values)
    try {
      if (body) return await this.#call(body, args)
      return (await builtin?.(this, args, name)) ?? 0
    } catch (error) {
      if (error instanceof FileSystemError) {
        await this.complain(`${name}: ${error.message}`)
        return 1
      }
      throw error
    } finally {
      for (const [variable, value] of before) {
        if (value === undefined) this.state.unset(variable)
        else this.state.set(variable, value)
      }
    }
  }

  async nest<T>(run: () => Promise<T>): Promise<T> {
    if (this.depth + ++this.#calls > this.budget.limits.depth) throw new LimitExceeded('nested too deeply')
    try {
      return await run()
    } finally {
      this.#calls -= 1
    }
  }

  untilKilled<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, interruptible<never>(this.signal, () => () => {})])
  }

  async #call(body: Command, args: string[]): Promise<number> {
    const { positional } = this.state
    this.state.positional = args
    this.state.locals.push(new Map())
    try {
      return await this.nest(() => this.command(body))
    } catch (error) {
      if (error instanceof Leave && error.scope === 'function') return error.status
      throw error
    } finally {
      this.state.restoreLocals()
      this.state.positional = positional
    }
  }
}

function asScript(command: Command): Script {
  return [{ first: { negated: false, stages: [command] }, rest: [], background: false }]
}

/** The redirect of `$(<file)`, which has no command that would read the file. */
function onlyInput([item, ...more]: Script): Redirect | undefined {
  const command = item?.first.stages[0]
  if (!item || more.length > 0 || item.rest.length > 0 || item.first.stages.length > 1) return undefined
  if (command?.type !== 'simple' || command.words.length + command.assignments.length > 0) return undefined
  const [redirect, ...others] = command.redirects
  return redirect?.operator === '<' && redirect.fd === 0 && others.length === 0 ? redirect : undefined
}

/** A job that prints nowhere into its session outlives it: both of its outputs are redirected. */
function isDetached({ first, rest }: AndOr): boolean {
  const [only] = first.stages
  if (!only || rest.length > 0 || first.stages.length > 1 || only.type === 'function') return false
  const outputs = new Set(only.redirects.flatMap(({ fd, operator }) => (operator === '&>' ? [1, 2] : [fd])))
  return outputs.has(1) && outputs.has(2)
}
