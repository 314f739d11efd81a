import { ShellSyntaxError } from './syntax.ts'

/** Variables as arithmetic sees them. */
interface ArithmeticVariables {
  get(name: string): string | undefined
  set(name: string, value: string): void
}

const TOKEN =
  /\s*(0[xX][0-9A-Fa-f]+|\d+|[A-Za-z_]\w*|<<=|>>=|&&|\|\||<<|>>|[<>=!]=|[-+*/%&^|]=|\+\+|--|[-+*/%<>=!~&^|?:(),])/y
const ASSIGNMENTS = new Set(['=', '+=', '-=', '*=', '/=', '%=', '<<=', '>>=', '&=', '^=', '|='])
/** Binary operators by how tightly they bind, loosest first. */
const BINDING = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
]
const PRECEDENCE = new Map(
  BINDING.flatMap((operators, index) => operators.map((operator) => [operator, index + 1] as const)),
)
const MAX_DEPTH = 64
/** Variables whose values name variables whose values ... may take this much, in evaluations and in hundreds of characters. */
const MAX_EFFORT = 10_000

/** Evaluates an integer expression in 64 bits, with C's operators and assignments. */
export function evaluateArithmetic(expression: string, variables: ArithmeticVariables): bigint {
  return evaluate(expression, variables, { depth: 0, spent: 0 })
}

interface Effort {
  depth: number
  spent: number
}

function evaluate(expression: string, variables: ArithmeticVariables, effort: Effort): bigint {
  effort.spent += 1 + expression.length / 100
  if (effort.spent > MAX_EFFORT) throw new ShellSyntaxError('expression is too complex')
  if (expression.trim() === '') return 0n
  return new Evaluation(expression, variables, effort).run()
}

class Evaluation {
  readonly #tokens: string[]
  readonly #variables: ArithmeticVariables
  readonly #effort: Effort
  #position = 0
  /** False within the branch that `&&`, `||` or `?:` does not take: its assignments and divisions do not happen. */
  #live = true

  constructor(expression: string, variables: ArithmeticVariables, effort: Effort) {
    this.#variables = variables
    this.#effort = effort
    this.#tokens = []
    const text = expression.trimEnd()
    TOKEN.lastIndex = 0
    while (TOKEN.lastIndex < text.length) {
      const token = TOKEN.exec(text)?.[1]
      if (token === undefined) throw new ShellSyntaxError(`${expression}: unexpected token`)
      this.#tokens.push(token)
    }
  }

  run(): bigint {
    const value = this.#comma()
    if (this.#position < this.#tokens.length) throw this.#unexpected()
    return value
  }

  #comma(): bigint {
    let value = this.#assignment()
    while (this.#skip(',')) value = this.#assignment()
    return value
  }

  #assignment(): bigint {
    if (++this.#effort.depth > MAX_DEPTH) throw new ShellSyntaxError('expression nested too deeply')
    const name = this.#tokens[this.#position] ?? ''
    const operator = this.#tokens[this.#position + 1] ?? ''
    let value: bigint
    if (/^[A-Za-z_]/.test(name) && ASSIGNMENTS.has(operator)) {
      this.#position += 2
      const right = this.#assignment()
      value = operator === '=' ? right : this.#apply(operator.slice(0, -1), this.#variable(name), right)
      this.#assign(name, value)
    } else value = this.#conditional()
    this.#effort.depth -= 1
    return value
  }

  #conditional(): bigint {
    const test = this.#binary(1)
    if (!this.#skip('?')) return test
    const yes = this.#branch(test !== 0n, () => this.#assignment())
    if (!this.#skip(':')) throw this.#unexpected()
    const no = this.#branch(test === 0n, () => this.#assignment())
    return test === 0n ? no : yes
  }

  #binary(lowest: number): bigint {
    let left = this.#unary()
    for (;;) {
      const operator = this.#tokens[this.#position] ?? ''
      const precedence = PRECEDENCE.get(operator)
      if (precedence === undefined || precedence < lowest) return left
      this.#position += 1
      const right = () => this.#binary(precedence + 1)
      if (operator === '&&') {
        const value = this.#branch(left !== 0n, right)
        left = left !== 0n && value !== 0n ? 1n : 0n
      } else if (operator === '||') {
        const value = this.#branch(left === 0n, right)
        left = left !== 0n || value !== 0n ? 1n : 0n
      } else left = this.#apply(operator, left, right())
    }
  }

  #branch(taken: boolean, evaluate: () => bigint): bigint {
    const live = this.#live
    this.#live = live && taken
    const value = evaluate()
    this.#live = live
    return value
  }

  #unary(): bigint {
    const token = this.#tokens[this.#position++]
    if (token === undefined) throw this.#unexpected()
    if (token === '++' || token === '--') {
      const name = this.#tokens[this.#position++] ?? ''
      return this.#step(name, token, true)
    }
    if (token === '-' || token === '+' || token === '!' || token === '~') {
      if (++this.#effort.depth > MAX_DEPTH) throw new ShellSyntaxError('expression nested too deeply')
      const value = this.#unary()
      this.#effort.depth -= 1
      if (token === '-') return wrap(-value)
      if (token === '+') return value
      return token === '!' ? (value === 0n ? 1n : 0n) : ~value
    }
    if (token === '(') {
      const value = this.#comma()
      if (!this.#skip(')')) throw this.#unexpected()
      return value
    }
    if (/^\d/.test(token)) return numberOf(token)
    if (!/^[A-Za-z_]/.test(token)) throw this.#unexpected()
    const next = this.#tokens[this.#position]
    if (next === '++' || next === '--') {
      this.#position += 1
      return this.#step(token, next, false)
    }
    return this.#variable(token)
  }

  #step(name: string, operator: '++' | '--', prefix: boolean): bigint {
    const before = this.#variable(name)
    const after = wrap(operator === '++' ? before + 1n : before - 1n)
    this.#assign(name, after)
    return prefix ? after : before
  }

  /** A variable's value is itself an expression: `x=y+1; echo $((x))`. */
  #variable(name: string): bigint {
    const value = this.#variables.get(name) ?? ''
    if (/^-?\d{1,18}$/.test(value) && !/^-?0\d/.test(value)) return BigInt(value)
    if (++this.#effort.depth > MAX_DEPTH) throw new ShellSyntaxError(`${name}: expression recurses too deeply`)
    const result = evaluate(value, this.#variables, this.#effort)
    this.#effort.depth -= 1
    return result
  }

  #assign(name: string, value: bigint): void {
    if (this.#live) this.#variables.set(name, String(value))
  }

  #apply(operator: string, left: bigint, right: bigint): bigint {
    switch (operator) {
      case '+':
        return wrap(left + right)
      case '-':
        return wrap(left - right)
      case '*':
        return wrap(left * right)
      case '/':
      case '%':
        if (right === 0n && this.#live) throw new ShellSyntaxError('divide by zero')
        if (right === 0n) return 0n
        return wrap(operator === '/' ? left / right : left % right)
      case '<<':
        return wrap(left << (right & 63n))
      case '>>':
        return left >> (right & 63n)
      case '&':
        return left & right
      case '|':
        return left | right
      case '^':
        return left ^ right
      default:
        return compare(operator, left, right) ? 1n : 0n
    }
  }

  #skip(token: string): boolean {
    if (this.#tokens[this.#position] !== token) return false
    this.#position += 1
    return true
  }

  #unexpected(): ShellSyntaxError {
    return new ShellSyntaxError(`${this.#tokens.join('')}: unexpected '${this.#tokens[this.#position] ?? 'end'}'`)
  }
}

function compare(operator: string, left: bigint, right: bigint): boolean {
  switch (operator) {
    case '==':
      return left === right
    case '!=':
      return left !== right
    case '<':
      return left < right
    case '>':
      return left > right
    case '<=':
      return left <= right
    default:
      return left >= right
  }
}

function numberOf(token: string): bigint {
  if (token.length > 64) throw new ShellSyntaxError(`${token.slice(0, 16)}...: number too long`)
  if (/^0[0-7]+$/.test(token)) return wrap(BigInt(`0o${token.slice(1)}`))
  if (/^0\d/.test(token)) throw new ShellSyntaxError(`${token}: bad number`)
  return wrap(BigInt(token))
}

function wrap(value: bigint): bigint {
  return BigInt.asIntN(64, value)
}
