import { pino } from 'pino'
import { expect, test } from 'vitest'
import { parseBoxCommand } from '../../domain/box-protocol.ts'
import type { Broker } from '../../server/broker/broker.ts'
import { PhoneCommands } from '../../server/devices/phone-commands.ts'
import { FollowedCommand } from '../../server/jobs/followed-command.ts'
import type { ItemEnd } from '../../server/jobs/item-runner.ts'
import type { Store } from '../../server/store/store.ts'

const boxId = 1
const commandId = 'restarts-for-ever'

/** An item whose agent says that it goes on, whenever it is asked, and takes no notice of its time nor of being told to end. */
function endless(looks: number) {
  const told: string[] = []
  const ends: ItemEnd[] = []
  const publish = (_topic: string, payload: string): void => {
    const command = parseBoxCommand(payload)
    if (command === undefined) throw new Error(`no agent reads ${payload}`)
    told.push(command.type)
    if (command.type === 'report')
      commands.received(boxId, { type: 'command_output', command_id: commandId, offset: command.offset, text: '' })
  }
  // Of the broker and the store it uses these alone, as nothing is said.
  const commands = new PhoneCommands({ publish } as unknown as Broker)
  const item = new FollowedCommand({ itemId: 1, boxId, commandId }, 0, {
    store: {} as Store,
    commands,
    log: pino({ level: 'silent' }),
    command: async () => ({ type: 'reboot', serial: 'SERIAL', timeout: 60_000 }),
    looks,
    changed: () => {},
    end: async (end) => void ends.push(end),
  })
  commands.follow(boxId, commandId, item)
  return { item, told, ends }
}

test('an item ends two minutes after its time is up, and its agent is told to end it, however often that says that it goes on', async () => {
  const { item, told, ends } = endless(4)
  for (let look = 0; look < 4 + 8; look += 1) item.look()
  await item.release()
  expect(ends).toEqual([])
  expect(told).not.toContain('cancel')

  const late = endless(4)
  for (let look = 0; look < 4 + 9; look += 1) late.item.look()
  await late.item.release()
  expect(late.ends).toEqual([{ state: 'timed_out', exit_code: null, reason: null, truncated: false }])
  expect(late.told.at(-1)).toBe('cancel')
})
