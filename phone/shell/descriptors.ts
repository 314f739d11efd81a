import { posix } from 'node:path'
import { FileSink, FileSource, TextSource, type ByteSink, type ByteSource } from './byte-stream.ts'
import { expandText, type ExpansionContext } from './expansion.ts'
import { FileSystemError } from './inode.ts'
import { ShellError } from './shell-state.ts'
import type { Redirect } from './syntax.ts'

/** An open file of a shell: something to read, to write, or both. */
interface Descriptor {
  source?: ByteSource
  sink?: ByteSink
}

/** Descriptors by number. Never changed in place: a redirect makes a new table for its command. */
export type Descriptors = ReadonlyMap<number, Descriptor>

const BAD_DESCRIPTOR: ByteSink = {
  write: () => Promise.reject(new ShellError('bad file descriptor')),
}
const STANDARD_STREAMS: Record<string, number> = { '/dev/stdin': 0, '/dev/stdout': 1, '/dev/stderr': 2 }

export function sourceOf(descriptors: Descriptors, fd = 0): ByteSource {
  return descriptors.get(fd)?.source ?? new TextSource()
}

export function sinkOf(descriptors: Descriptors, fd: number): ByteSink {
  return descriptors.get(fd)?.sink ?? BAD_DESCRIPTOR
}

/** Opens what the redirects name, from left to right. `close` must be called when the command is over. */
export async function applyRedirects(
  redirects: Redirect[],
  descriptors: Descriptors,
  context: ExpansionContext,
): Promise<{ descriptors: Descriptors; close: () => void }> {
  const table = new Map(descriptors)
  const opened: FileSink[] = []
  const close = () => {
    for (const sink of opened) sink.close()
  }
  try {
    for (const redirect of redirects) {
      const target = await expandText(redirect.target, context)
      for (const [fd, descriptor] of open(redirect, target, table, context)) {
        table.set(fd, descriptor)
        if (descriptor.sink instanceof FileSink && redirect.operator !== '>&') opened.push(descriptor.sink)
      }
    }
  } catch (error) {
    close()
    throw error
  }
  return { descriptors: table, close }
}

function open(
  redirect: Redirect,
  target: string,
  table: Descriptors,
  context: ExpansionContext,
): [number, Descriptor][] {
  const { fd, operator } = redirect
  switch (operator) {
    case '<<':
      return [[fd, { source: new TextSource(target) }]]
    case '<<<':
      return [[fd, { source: new TextSource(`${target}\n`) }]]
    case '<':
    case '<>':
      return [[fd, openSource(target, table, context)]]
    case '<&':
    case '>&': {
      if (target === '-') return [[fd, {}]]
      const from = /^\d$/.test(target) ? table.get(Number(target)) : undefined
      if (from) return [[fd, from]]
      if (operator === '<&' || /^\d+$/.test(target)) throw new ShellError(`${target}: bad file descriptor`)
      return both(openSink(target, false, table, context))
    }
    case '&>':
      return both(openSink(target, false, table, context))
    default:
      return [[fd, openSink(target, operator === '>>', table, context)]]
  }
}

function both(descriptor: Descriptor): [number, Descriptor][] {
  return [
    [1, descriptor],
    [2, descriptor],
  ]
}

function openSource(target: string, table: Descriptors, { files, state }: ExpansionContext): Descriptor {
  const standard = table.get(STANDARD_STREAMS[target] ?? -1)
  if (standard) return standard
  return explained(`can't open ${target}`, () => ({
    source: new FileSource(files.openRead(posix.resolve(state.cwd, target))),
  }))
}

function openSink(target: string, append: boolean, table: Descriptors, { files, state }: ExpansionContext): Descriptor {
  const standard = table.get(STANDARD_STREAMS[target] ?? -1)
  if (standard) return standard
  return explained(`can't create ${target}`, () => ({
    sink: new FileSink(files.openWrite(posix.resolve(state.cwd, target), { append, mode: 0o644 })),
  }))
}

function explained<T>(what: string, attempt: () => T): T {
  try {
    return attempt()
  } catch (error) {
    if (error instanceof FileSystemError) throw new ShellError(`${what}: ${error.message}`)
    throw error
  }
}
