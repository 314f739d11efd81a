import { expandPattern, expandText, type ExpansionContext } from './expansion.ts'
import { compilePattern } from './pattern.ts'
import { ShellError } from './shell-state.ts'
import type { Word } from './syntax.ts'
import { evaluateTest, TestError } from './test-expression.ts'

const TAKES_PATTERN = new Set(['=', '==', '!='])

/** Evaluates the inside of `[[ ]]`: no field splitting, and the right side of `==` is a pattern. */
export async function evaluateCondition(words: Word[], context: ExpansionContext): Promise<boolean> {
  const tokens: string[] = []
  for (const word of words) {
    const isPattern = TAKES_PATTERN.has(tokens.at(-1) ?? '')
    tokens.push(isPattern ? await expandPattern(word, context) : await expandText(word, context))
  }
  try {
    return evaluateTest(tokens, {
      files: context.files,
      cwd: context.state.cwd,
      matches: (text, pattern) => compilePattern(pattern)(text),
    })
  } catch (error) {
    if (error instanceof TestError) throw new ShellError(`[[: ${error.message}`)
    throw error
  }
}
