import { LimitExceeded } from '../budget.ts'
import { FileSource } from '../byte-stream.ts'
import { Input, pathOf, type CommandContext } from '../command.ts'
import { FileSystemError } from '../inode.ts'

/** The inputs that a filter's operands name: files, `-` for stdin, and stdin alone when there are none. */
export async function* inputsOf(
  context: CommandContext,
  operands: string[],
): AsyncGenerator<{ name: string; input: Input }> {
  for (const name of operands.length > 0 ? operands : ['-']) {
    const input = name === '-' ? context.stdin : await openInput(context, name)
    if (input) yield { name, input }
  }
}

/** Opens a file for reading; says why when that fails. */
async function openInput(context: CommandContext, name: string): Promise<Input | undefined> {
  try {
    return new Input(new FileSource(context.files.openRead(pathOf(context, name))), context.signal, context.budget)
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error
    await context.stderr.line(`${context.name}: ${name}: ${error.message}`)
    return undefined
  }
}

/** Like `inputsOf`, as lines. */
export async function* linesOf(context: CommandContext, operands: string[]): AsyncGenerator<string> {
  for await (const { input } of inputsOf(context, operands)) yield* input.lines()
}

/** What can be sorted without holding the process up. */
const MAX_LINES = 100_000

/** Every line of the operands, in memory. Throws LimitExceeded when they are too much for it. */
export async function allLines(context: CommandContext, operands: string[]): Promise<string[]> {
  const lines: string[] = []
  for await (const { input } of inputsOf(context, operands)) {
    const text = (await input.readAll()).toString('utf8')
    if (text !== '') for (const line of linesIn(text)) lines.push(line)
    if (lines.length > MAX_LINES) throw new LimitExceeded('too many lines')
  }
  return lines
}

function linesIn(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
