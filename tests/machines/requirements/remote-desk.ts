import type { Device, Region } from '../../../src/api/devices.ts'
import { remoteDeskMachine } from '../../../src/machines/remote/remote-desk.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'
import { silentFleet } from '../../support/silent-fleet.ts'

const phone = (id: number, status: string) => ({ id, box_id: 3, status }) as Device // No more of it is looked at.
const regions = [{ code: 'ca-central' }] as Region[]
const patchOf = (id: number, status: string) => ({ type: 'device', id, at: 1, changed: { status } }) as const

const patches = {
  'the phone is lost': patchOf(8, 'offline'),
  'the phone is back': patchOf(8, 'idle'),
  'the phone is back in use': patchOf(8, 'in_use'),
  'the phone is made ready': patchOf(8, 'preparing'),
  'the phone is given another address': patchOf(8, 'changing_ip'),
  'the phone is saved and wiped': patchOf(8, 'releasing'),
  'the phone is renamed': { type: 'device', id: 8, at: 1, changed: { name: '桌上那台' } },
  'its neighbour is made ready': patchOf(9, 'preparing'),
  'its neighbour is lost': patchOf(9, 'offline'),
  'its neighbour is back': patchOf(9, 'idle'),
  'a shop changes': { type: 'environment', id: 8, at: 1, changed: { status: 'idle' } },
} as const
/** What says what the phone is at, and whether that is the server's work. */
const busyAt = new Map([
  ['the phone is known', false],
  ['the phone is known while it is made ready', true],
  ['there is no such phone', false],
  ['the phone can not be asked for', false],
  ['the phone is lost', false],
  ['the phone is back', false],
  ['the phone is back in use', false],
  ['the phone is made ready', true],
  ['the phone is given another address', true],
  ['the phone is saved and wiped', true],
])
const patchAt = (happened: string) => Object.entries(patches).find(([name]) => name === happened)?.[1]

export default specification(
  {
    machine: remoteDeskMachine,
    input: {
      deviceId: 8,
      mode: 'control',
      quality: 'automatic',
      fleet: silentFleet,
      tell: () => undefined,
      shop: { worksInShops: true, section: undefined, opened: () => undefined, left: () => undefined },
    },
    happenings: {
      'the phone is known': (play) => play.answer('loadPhone', phone(8, 'in_use')),
      'the phone is known while it is made ready': (play) => play.answer('loadPhone', phone(8, 'preparing')),
      'there is no such phone': (play) => play.answer('loadPhone', null),
      'the phone can not be asked for': (play) => play.fail('loadPhone', new Error('gone')),
      'its neighbours are known': (play) =>
        play.answer('loadPhones', { phones: [phone(8, 'in_use'), phone(9, 'in_use')], total: 30 }),
      'its neighbours can not be asked for': (play) => play.fail('loadPhones', new Error('broken')),
      'the regions are known': (play) => play.answer('loadRegions', regions),
      'the regions can not be asked for': (play) => play.fail('loadRegions'),
      ...Object.fromEntries(
        Object.entries(patches).map(([name, patch]) => [
          name,
          (play) => play.report('fleetListener', { type: 'patched', patch }),
        ]),
      ),
      'changes were missed': (play) => play.report('fleetListener', { type: 'patches missed' }),
      'somebody else has control': (play) => play.report('controlWatch', { type: 'control changed' }),
      'the operator tries again': (play) => play.send({ type: 'retry' }),
    },
    screen: (snapshot) => ({
      status: snapshot.context.phone?.status ?? null,
      group: snapshot.context.group.map(({ id, status }) => [id, status]),
      groupTotal: snapshot.context.groupTotal,
      regions: snapshot.context.regions.length,
      isMissing: snapshot.matches('missing'),
      failure: snapshot.matches('failed') ? snapshot.context.reason : '',
    }),
    keep: ({ context: { phone: known, groupTotal, regions: where } }) => [known !== null, groupTotal, where.length],
  },
  {
    'DESIGN, video: session, quality, pictures and shop are there from the first moment on, and live changes are heard':
      always((step, before) =>
        ['session', 'governor', 'shot', 'recording', 'shop', 'fleetListener', 'controlWatch'].every(
          (each) => step.waits(each) === 1 && step.calls(each).length === (step === before ? 1 : 0),
        ),
      ),
    'the session is of this phone, and begins as well as the operator wants it': always((step) =>
      step.calls('session').every((input) => {
        const { deviceId, mode } = input as { deviceId: number; mode: string }
        return deviceId === 8 && mode === 'control'
      }),
    ),
    'the phone is asked for at first, when changes were missed or control is another’s, and again where it failed':
      always((step, before) => {
        const { happened } = step
        const isWanted =
          step === before ||
          happened === 'changes were missed' ||
          happened === 'somebody else has control' ||
          (happened === 'the operator tries again' && before.screen.failure !== '')
        return same(step.calls('loadPhone'), isWanted ? [{ id: 8, fleet: silentFleet }] : [])
      }),
    'twelve phones of its box are asked for once the phone is known, and the regions once': always(
      (step, before) =>
        same(
          step.calls('loadPhones'),
          step.happened.startsWith('the phone is known') ? [{ box_id: 3, limit: 12, fleet: silentFleet }] : [],
        ) && step.calls('loadRegions').length === (step === before ? 1 : 0),
    ),
    'what is known of the phone and of those beside it is shown, and changes at once': always(
      ({ happened, screen }, before) => {
        const patch = patchAt(happened)
        const changed = (id: number, status: string) =>
          patch?.type === 'device' && patch.id === id && 'status' in patch.changed ? patch.changed.status : status
        const { status } = before.screen
        const known: Record<string, string> = {
          'the phone is known': 'in_use',
          'the phone is known while it is made ready': 'preparing',
        }
        const isGroupKnown = happened === 'its neighbours are known'
        return (
          screen.status === (known[happened] ?? (status && changed(8, status))) &&
          same(
            screen.group,
            isGroupKnown
              ? [
                  [8, 'in_use'],
                  [9, 'in_use'],
                ]
              : before.screen.group.map(([id, was]) => [id, changed(Number(id), String(was))]),
          ) &&
          screen.groupTotal === (isGroupKnown ? 30 : before.screen.groupTotal) &&
          screen.regions === (happened === 'the regions are known' ? 1 : before.screen.regions)
        )
      },
    ),
    'what could not be asked for says why, and a phone that does not exist is told, until the phone is asked for again':
      always((step, before) => {
        const { happened, screen } = step
        const isAsked = step.calls('loadPhone').length > 0
        const why = {
          'the phone can not be asked for': 'gone',
          'its neighbours can not be asked for': 'broken',
          'there is no such phone': '',
        }[happened]
        return (
          screen.failure === (why ?? (isAsked ? '' : before.screen.failure)) &&
          screen.isMissing ===
            (happened === 'there is no such phone' || (why === undefined && !isAsked && before.screen.isMissing))
        )
      }),
    'the shop hears what the phone is at as soon as that is known, and every live change': always((step) => {
      const { happened, screen } = step
      const patch = patchAt(happened)
      const isTold = happened.startsWith('the phone is known') || patch !== undefined
      const said = step.said
        .filter(({ to }) => to === 'shop')
        .map(({ message }) => {
          const { type, phone: told } = message as { type: string; phone?: Device }
          return type === 'phone' ? told?.status : type
        })
      return same(said, [
        ...(isTold && screen.status !== null ? [screen.status] : []),
        ...(patch ? ['patched'] : []),
        ...(happened === 'changes were missed' ? ['patches missed'] : []),
      ])
    }),
    'the session hears what its phone is at as soon as that is known, or can not be: whether the server is at work on it':
      always((step, before) => {
        const { happened } = step
        const isUnknown = before.screen.status === null && patchAt(happened) !== undefined
        const isBack = ['the phone is back', 'the phone is back in use'].includes(happened)
        const isBusy = isUnknown && !isBack ? undefined : busyAt.get(happened)
        return same(
          step.said.flatMap(({ to, message }) =>
            to === 'session' && message.type === 'phone known' ? [(message as { isBusy?: boolean }).isBusy] : [],
          ),
          isBusy === undefined ? [] : [isBusy],
        )
      }),
    'the session hears that its phone is back, or may be': always((step) => {
      const isBack = ['the phone is back', 'the phone is back in use', 'changes were missed'].includes(step.happened)
      return same(
        step.said.flatMap(({ to, message: { type } }) => (to === 'session' && type !== 'phone known' ? [type] : [])),
        isBack ? ['phone returned'] : [],
      )
    }),
  },
)
