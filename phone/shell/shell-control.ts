/** `break` and `continue`, on their way to the loop that they mean. */
export class LoopControl extends Error {
  override name = 'LoopControl'
  readonly kind: 'break' | 'continue'
  levels: number

  constructor(kind: 'break' | 'continue', levels: number) {
    super(`${kind}: can't ${kind}`)
    this.kind = kind
    this.levels = levels
  }
}

/** `return` and `exit`, on their way out of a function or a shell. */
export class Leave extends Error {
  override name = 'Leave'
  readonly scope: 'function' | 'shell'
  readonly status: number

  constructor(scope: 'function' | 'shell', status: number) {
    super(scope)
    this.scope = scope
    this.status = status
  }
}
