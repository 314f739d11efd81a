import { randomUUID } from 'node:crypto'
import { codes } from '../../domain/codes.ts'
import type { WorkEnded } from '../../domain/phone-work.ts'
import { requireService } from '../auth/service.ts'
import type { Operation, Schemas } from '../contract.ts'
import { heldBy, messages } from '../messages.ts'
import { Refusal } from '../refusal.ts'

/** What a command may take beyond its own time limit, until the box is held to have lost it. Milliseconds. */
const grace = 5_000
const usualTimeout = 10

/** Runs a command on a phone that the caller may control, and waits for it. */
export const deviceShell: Operation<'deviceShell'> = async ({ caller, body, store, client, limits, phoneWorks }) => {
  requireService(caller)
  if (!limits.shellCommands.take(String(caller.id))) throw new Refusal(codes.tooManyTries, messages.tooManyRequests)
  const device = await store.transaction(async (tx) => {
    const found = await tx.devices.visible(caller, body.id)
    if (found === undefined) throw new Refusal(codes.notFound, messages.noSuchDevice)
    if (found.status === 'offline') throw new Refusal(codes.stateForbids, messages.offline)
    if (found.in_use_by !== null && found.in_use_by !== caller.id)
      throw new Refusal(codes.stateForbids, heldBy(found.holder_name ?? ''))
    const entry = { user: caller, action: 'device.shell', target: `device:${found.id}`, ip: client.ip } as const
    await tx.operationLog.append({ ...entry, detail: { after: { length: body.command.length } } }, Date.now())
    return found
  })

  const id = randomUUID()
  const timeout = (body.timeout_seconds ?? usualTimeout) * 1_000
  const ended = Promise.withResolvers<WorkEnded>()
  let output = ''
  phoneWorks.start(
    device.box_id,
    id,
    { type: 'shell', serial: device.serial, script: body.command, timeout },
    { onOutput: (offset, text) => (output += text.slice(output.length - offset)), onEnded: ended.resolve },
  )
  const patience = setTimeout(() => {
    ended.reject(new Refusal(codes.stateForbids, messages.noAnswerInTime))
  }, timeout + grace)
  try {
    const { ending, exit_code, truncated, message } = await ended.promise
    return { ending, exit_code, truncated, message, output } satisfies Schemas['ShellResult']
  } finally {
    clearTimeout(patience)
    phoneWorks.unfollow(id)
  }
}
