import { createHash } from 'node:crypto'
import { workOf } from '../budget.ts'
import { parseOptions } from '../command-options.ts'
import { CommandError, type Command } from '../command.ts'
import { inputsOf } from './operands.ts'

/** `md5sum`, `sha1sum`, `sha256sum` and `sha512sum`, by the name of the command. */
export const digest: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'bc' })
  const algorithm = context.name.replace(/sum$/, '')
  if (options.has('c')) throw new CommandError('-c is not supported')
  let opened = 0
  for await (const { name, input } of inputsOf(context, options.operands)) {
    opened += 1
    const hash = createHash(algorithm)
    for (let bytes = await input.read(); bytes; bytes = await input.read()) hash.update(bytes)
    await context.stdout.line(options.has('b') ? hash.digest('hex') : `${hash.digest('hex')}  ${name}`)
  }
  return opened < options.operands.length ? 1 : 0
}

export const base64: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'di', values: 'w' })
  const width = Number(options.value('w') ?? 76)
  for await (const { input } of inputsOf(context, options.operands)) {
    const content = await input.readAll()
    if (options.has('d')) {
      await context.stdout.write(Buffer.from(content.toString('latin1'), 'base64'))
      continue
    }
    const text = content.toString('base64')
    await context.budget.spend(workOf(text.length))
    const lines = width > 0 ? (text.match(new RegExp(`.{1,${Math.min(width, 4096)}}`, 'g')) ?? []) : [text]
    await context.stdout.write(`${lines.join('\n')}\n`)
  }
  return 0
}

/** `xxd`, and `xxd -p`. */
export const xxd: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'p', values: 'lc' })
  const limit = Number(options.value('l') ?? Number.POSITIVE_INFINITY)
  const width = Math.min(256, Math.max(1, Number(options.value('c') ?? (options.has('p') ? 30 : 16))))
  for await (const { input } of inputsOf(context, options.operands)) {
    const content = (await input.readAll()).subarray(0, limit)
    for (let offset = 0; offset < content.length; offset += width) {
      const row = content.subarray(offset, offset + width)
      const hex = row.toString('hex')
      const text = row.toString('latin1').replace(/[^ -~]/g, '.')
      const pairs = (hex.match(/.{1,4}/g) ?? []).join(' ').padEnd(Math.ceil(width * 2.5))
      await context.stdout.line(options.has('p') ? hex : `${offset.toString(16).padStart(8, '0')}: ${pairs} ${text}`)
    }
  }
  return 0
}
