import { randomUUID } from 'node:crypto'
import { codes } from '../../../domain/codes.ts'
import type { WorkEnded } from '../../../domain/phone-work.ts'
import type { PhoneWorks } from '../phone-works.ts'
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
  works: PhoneWorks,
  { box_id, serial }: { box_id: number; serial: string },
  { script, timeout }: { script: string; timeout: number },
): Promise<WorkEnded & { output: string }> {
  const id = randomUUID()
  const ended = Promise.withResolvers<WorkEnded>()
  let output = ''
  works.start(
    box_id,
    id,
    { type: 'shell', serial, script, timeout },
    { onOutput: (offset, text) => (output += text.slice(output.length - offset)), onEnded: ended.resolve },
  )
  const patience = setTimeout(() => {
    ended.reject(new Refusal(codes.stateForbids, reason('devices.reason.noAnswerInTime')))
  }, timeout + grace)
  try {
    return { ...(await ended.promise), output }
  } finally {
    clearTimeout(patience)
    works.unfollow(id)
  }
}
