import { screenshotMachine } from '../../../src/machines/remote/screenshot.ts'
import type { RemoteSession } from '../../../src/machines/remote/remote-session.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

/** A session of which no more is looked at than whether there is a picture: there is at first. */
const sessionThat = (isLive: () => boolean) =>
  ({ getSnapshot: () => ({ matches: isLive }) }) as unknown as RemoteSession

const comesAndGoes = 'the picture comes or goes'
const isLive = (notes: readonly string[]): boolean => notes.filter((note) => note === comesAndGoes).length % 2 === 0
const told = (notes: readonly string[]): string[] => notes.filter((note) => note !== comesAndGoes)

export default specification(
  {
    machine: screenshotMachine,
    input: (play) => ({
      session: sessionThat(() => isLive(play.notes)),
      tell: (notice) => void play.notes.push(JSON.stringify(notice)),
    }),
    happenings: {
      'the operator wants a picture': (play) => play.send({ type: 'take', phone: 'A1' }),
      'the operator wants one of another phone': (play) => play.send({ type: 'take', phone: 'B2' }),
      [comesAndGoes]: (play) => play.notes.push(comesAndGoes) > 0,
      'it is kept': (play) => play.answer('takeShot', { file: 'A1.png', copied: true }),
      'it is not kept': (play) => play.fail('takeShot', new Error('no room')),
    },
    screen: (snapshot, { notes }) => ({ isLive: isLive(notes), told: told(notes), phone: snapshot.context.phone }),
    keep: ({ context: { phone } }) => phone,
  },
  {
    'a picture is taken when it is wanted, there is one, and the last is kept': always((step, before) => {
      const phone = { 'the operator wants a picture': 'A1', 'the operator wants one of another phone': 'B2' }[
        step.happened
      ]
      const isTaken = phone !== undefined && before.screen.isLive && before.waits('takeShot') === 0
      return same(
        (step.calls('takeShot') as { phone: string }[]).map((one) => one.phone),
        isTaken ? [phone] : [],
      )
    }),
    'under what name it was kept is told, and whether it can be pasted, and why it was not kept; nothing else is':
      always(({ happened, screen }, before) => {
        const notice = {
          'it is kept': '{"type":"pictured","file":"A1.png","copied":true}',
          'it is not kept': '{"type":"not pictured","message":"no room"}',
        }[happened]
        return same(screen.told, notice ? [...before.screen.told, notice] : before.screen.told)
      }),
  },
)
