import type { PhoneWorks } from './phone-works.ts'
import { defineOperations } from '../http/contract.ts'
import { commandable } from './rules.ts'
import { maskedCommand } from '../log/masked-command.ts'
import { answerOf } from './workflows/phone-answer.ts'

/** Seconds. */
const usualTimeout = 10

export const deviceShellOperations = defineOperations(({ phoneWorks }: { phoneWorks: PhoneWorks }) => ({
  /** Runs a command on a phone that the caller may control, and waits for it. */
  deviceShell: async ({ caller, body, store, client }) => {
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
    const { ending, exit_code, truncated, message, output } = answer
    return { ending, exit_code, truncated, message, output }
  },
}))
