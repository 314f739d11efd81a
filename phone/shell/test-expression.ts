import { posix } from 'node:path'
import type { FileSystem } from './file-system.ts'
import { S_IFCHR, S_IFLNK, S_IFMT } from './inode.ts'

interface TestEnvironment {
  files: FileSystem
  cwd: string
  /** `=`: equality for `test`, pattern matching for `[[ ]]`. */
  matches: (text: string, pattern: string) => boolean
}

/** The expression can not be understood; its message goes behind the command's name. */
export class TestError extends Error {
  override name = 'TestError'
}

const BINARY = new Set(['=', '==', '!=', '<', '>', '-eq', '-ne', '-lt', '-le', '-gt', '-ge', '-nt', '-ot', '-ef'])
const MAX_DEPTH = 100
const UNARY = /^-[bcdefghknprstuwxzLSO]$/

/** Evaluates `test` and `[[ ]]`: `!`, `-a`/`&&`, `-o`/`||`, parentheses, and the usual primaries. */
export function evaluateTest(tokens: string[], environment: TestEnvironment): boolean {
  const expression = new TestExpression(tokens, environment)
  return expression.evaluate()
}

class TestExpression {
  readonly #tokens: string[]
  readonly #environment: TestEnvironment
  #position = 0
  #depth = 0

  constructor(tokens: string[], environment: TestEnvironment) {
    this.#tokens = tokens
    this.#environment = environment
  }

  evaluate(): boolean {
    if (this.#tokens.length === 0) return false
    const value = this.#or()
    const left = this.#tokens[this.#position]
    if (left !== undefined) throw new TestError(`${left}: unexpected operator/operand`)
    return value
  }

  #or(): boolean {
    let value = this.#and()
    while (this.#skip('-o', '||')) value = this.#and() || value
    return value
  }

  #and(): boolean {
    let value = this.#not()
    while (this.#skip('-a', '&&')) value = this.#not() && value
    return value
  }

  #not(): boolean {
    let negated = false
    while (this.#tokens.length - this.#position > 1 && !this.#isBinary() && this.#skip('!')) negated = !negated
    return this.#primary() !== negated
  }

  #primary(): boolean {
    const token = this.#tokens[this.#position]
    if (token === undefined) throw new TestError('argument expected')
    if (this.#isBinary()) {
      const [left, operator, right] = this.#tokens.slice(this.#position, this.#position + 3)
      this.#position += 3
      return this.#binary(left ?? '', operator ?? '', right ?? '')
    }
    if (token === '(' && this.#position + 1 < this.#tokens.length) {
      this.#position += 1
      if (++this.#depth > MAX_DEPTH) throw new TestError('nested too deeply')
      const value = this.#or()
      this.#depth -= 1
      if (!this.#skip(')')) throw new TestError("missing ')'")
      return value
    }
    this.#position += 1
    const operand = this.#tokens[this.#position]
    if (UNARY.test(token) && operand !== undefined) {
      this.#position += 1
      return this.#unary(token, operand)
    }
    return token !== ''
  }

  #isBinary(): boolean {
    const operator = this.#tokens[this.#position + 1]
    return operator !== undefined && BINARY.has(operator) && this.#tokens.length > this.#position + 2
  }

  #skip(...texts: string[]): boolean {
    if (!texts.includes(this.#tokens[this.#position] ?? '')) return false
    this.#position += 1
    return true
  }

  #unary(operator: string, operand: string): boolean {
    if (operator === '-z') return operand === ''
    if (operator === '-n') return operand !== ''
    if (operator === '-t') return false
    const { files } = this.#environment
    const path = posix.resolve(this.#environment.cwd, operand)
    if (operator === '-L' || operator === '-h') {
      return operand !== '' && this.#found(() => (files.lstat(path).mode & S_IFMT) === S_IFLNK)
    }
    if (operand === '' || !files.exists(path)) return false
    const inode = files.lookup(path)
    switch (operator) {
      case '-d':
        return inode.kind === 'directory'
      case '-f':
        return inode.kind === 'file' || inode.kind === 'generated'
      case '-s':
        return files.stat(path).size > 0
      case '-c':
        return (inode.mode & S_IFMT) === S_IFCHR
      case '-x':
        return inode.kind === 'directory' || (inode.mode & 0o111) !== 0
      case '-w':
        return !inode.readOnly
      case '-e':
      case '-r':
      case '-O':
        return true
      default:
        return false
    }
  }

  #binary(left: string, operator: string, right: string): boolean {
    const { files, cwd, matches } = this.#environment
    const mtime = (file: string) => files.stat(posix.resolve(cwd, file)).mtime
    switch (operator) {
      case '=':
      case '==':
        return matches(left, right)
      case '!=':
        return !matches(left, right)
      case '<':
        return left < right
      case '>':
        return left > right
      case '-nt':
        return this.#found(() => mtime(left) > mtime(right))
      case '-ot':
        return this.#found(() => mtime(left) < mtime(right))
      case '-ef':
        return this.#found(() => files.realpath(posix.resolve(cwd, left)) === files.realpath(posix.resolve(cwd, right)))
      default:
        return compareNumbers(integer(left), operator, integer(right))
    }
  }

  #found(check: () => boolean): boolean {
    try {
      return check()
    } catch {
      // A file that is not there fails the test, whatever it asks.
      return false
    }
  }
}

function compareNumbers(left: bigint, operator: string, right: bigint): boolean {
  switch (operator) {
    case '-eq':
      return left === right
    case '-ne':
      return left !== right
    case '-lt':
      return left < right
    case '-le':
      return left <= right
    case '-gt':
      return left > right
    default:
      return left >= right
  }
}

function integer(text: string): bigint {
  if (!/^\s*[-+]?\d{1,30}\s*$/.test(text)) throw new TestError(`${text}: unexpected operator/operand`)
  return BigInt(text.trim().replace(/^\+/, ''))
}
