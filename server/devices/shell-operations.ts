import { codes } from '../../domain/codes.ts'
import type { PhoneWorks } from './phone-works.ts'
import { requireService } from '../people/service.ts'
import { defineOperations } from '../http/contract.ts'
import { commandable } from './rules.ts'
import { maskedCommand } from '../log/masked-command.ts'
import { answerOf } from './workflows/phone-answer.ts'
import { Refusal } from '../http/refusal.ts'
import { reason } from '../../texts/reason.ts'
import { worded } from '../http/words.ts'

/** Seconds. */
const usualTimeout = 10

export const deviceShellOperations = defineOperations(({ phoneWorks }: { phoneWorks: PhoneWorks }) => ({
  /** Runs a command on a phone that the caller may control, and waits for it. */
  deviceShell: async (call) => {
    const { caller, body, store, client, language, limits } = call
    requireService(caller)
    if (!limits.shellCommands.take(String(caller.id)))
      throw new Refusal(codes.tooManyTries, reason('call.tooManyRequests'))
    const device = await store.transaction(async (tx) => {
      const found = await commandable(tx, caller, body.id)
      const entry = { user: caller, action: 'device.shell', target: `device:${found.id}`, ip: client.ip } as const
      await tx.operationLog.append(
        { ...entry, detail: { after: { command: maskedCommand(body.command) } } },
        Date.now(),
      )
      return found
    })

    const timeout = (body.timeout_seconds ?? usualTimeout) * 1_000
    const answer = await answerOf(phoneWorks, device, { script: body.command, timeout })
    const { ending, exit_code, truncated, reason: why, output } = answer
    return { ending, exit_code, truncated, message: why === null ? '' : worded(language, why), output }
  },
}))
