import { randomUUID } from 'node:crypto'
import { codes } from '../../../domain/codes.ts'
import type { CommandEnded } from '../../../domain/command-protocol.ts'
import type { PhoneCommands } from '../phone-commands.ts'
import { Refusal } from '../../http/refusal.ts'
import { reason } from '../../../texts/reason.ts'

/** What a script may take beyond its own time limit, until the box is held to have lost it. Milliseconds. */
const grace = 5_000

/**
 * Runs a script on a phone and waits for all that it says.
 *
 * @param timeout in milliseconds
 * @throws Refusal 40900 where the box does not answer in time
 */
export async function answerOf(
  commands: PhoneCommands,
  { box_id, serial }: { box_id: number; serial: string },
  { script, timeout }: { script: string; timeout: number },
): Promise<CommandEnded & { output: string }> {
  const id = randomUUID()
  const ended = Promise.withResolvers<CommandEnded>()
  let output = ''
  commands.start(
    box_id,
    id,
    { type: 'shell', serial, script, timeout },
    { onOutput: (offset, text) => (output += text.slice(output.length - offset)), onEnded: ended.resolve },
  )
  const timer = setTimeout(() => {
    ended.reject(new Refusal(codes.stateForbids, reason('devices.reason.noAnswerInTime')))
  }, timeout + grace)
  try {
    return { ...(await ended.promise), output }
  } finally {
    clearTimeout(timer)
    commands.unfollow(id)
  }
}
