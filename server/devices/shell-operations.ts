import type { PhoneCommands } from './phone-commands.ts'
import { defineOperations } from '../http/contract.ts'
import { commandable, nobodyElses } from './rules.ts'
import { maskedCommand } from '../log/masked-command.ts'
import { answerOf } from './workflows/phone-answer.ts'
import { worded } from '../http/words.ts'

/** Seconds. */
const usualTimeout = 10

export const deviceShellOperations = defineOperations(({ phoneCommands }: { phoneCommands: PhoneCommands }) => ({
  /** Runs a command on a phone that the caller may control, and waits for it. */
  deviceShell: async ({ caller, body, store, language, note }) => {
    const device = await store.transaction(async (tx) => {
      const found = await commandable(tx, caller, body.id)
      await note(tx, 'device.shell', {
        target: `device:${found.id}`,
        detail: { after: { command: maskedCommand(body.command) } },
      })
      return found
    })

    const timeout = (body.timeout_seconds ?? usualTimeout) * 1_000
    const answer = await answerOf(phoneCommands, device, { script: body.command, timeout })
    // It may have come to somebody else meanwhile, and so what it says; or the caller was signed out, which the transaction asks.
    await store.transaction((tx) => nobodyElses(tx, caller, body.id))
    const { ending, exit_code, truncated, reason: why, output } = answer
    return { ending, exit_code, truncated, message: why === null ? '' : worded(language, why), output }
  },
}))
