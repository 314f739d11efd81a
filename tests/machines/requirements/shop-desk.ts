import { codes } from '../../../domain/codes.ts'
import type { Device } from '../../../src/api/devices.ts'
import { ApiError, TransportError } from '../../../src/api/errors.ts'
import type { Environment } from '../../../src/api/environments.ts'
import { noShop, type ShopAndRound } from '../../../src/api/shop-round.ts'
import type { Market } from '../../../domain/markets.ts'
import { textReason } from '../../../domain/reason.ts'
import { nextShop, shopDeskMachine, warningOf, type ShopDeskSnapshot } from '../../../src/machines/remote/shop-desk.ts'
import type { Play } from '../../support/requirements/played-machine.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'
import { silentFleet } from '../../support/silent-fleet.ts'

const regions = [{ code: 'ca-central', country: 'CA' }] as never
const shop = (id: number, more: Partial<Environment> = {}): Environment =>
  ({
    id,
    market: 'amazon',
    region: 'ca-central',
    proxy: null,
    device_id: null,
    last_opened_at: null,
    ...more,
  }) as Environment // No more of it is looked at.

/** One is open on phone 7, or will be; the third was done today, the fourth is open elsewhere. */
const roundOf = (open: number): Environment[] => [
  shop(1, { device_id: open === 1 ? 7 : null }),
  shop(2, { device_id: open === 2 ? 7 : null }),
  shop(3, { last_opened_at: Number.MAX_SAFE_INTEGER }),
  shop(4, { device_id: 9 }),
]
const phone = (open: number | null) => {
  const environment = open === null ? null : { id: open, market: 'amazon' }
  const way = { egress_ip: '203.0.113.7', egress_country: 'CA', proxy: null }
  const device = { id: 7, environment, ...way } as unknown as Device // No more of it is looked at.
  return { type: 'phone', phone: device } as const
}
const answerOf = (open: number): ShopAndRound => ({
  shop: roundOf(open).find(({ id }) => id === open) ?? null,
  round: roundOf(open),
  total: 4,
  doneBeyond: 0,
  groups: [{ id: 1, name: '北美主力', colour: '#2d72d2' }] as never,
  regions,
})

type Desk = Play<typeof shopDeskMachine>
const input = (play: Desk, worksInShops = true, section: Market | undefined = 'amazon') => ({
  fleet: silentFleet,
  worksInShops,
  section,
  opened: (deviceId: number, market: Market) => void play.notes.push(`opened on ${deviceId} in ${market}`),
  left: (market: string) => void play.notes.push(`left ${market}`),
})
/** Which shop the server is asked for. */
const asked = ({ snapshot: { context } }: Desk): number => context.phone?.environment?.id ?? 0

const phones: Readonly<Record<string, number | null>> = {
  'the phone has shop 1 open': 1,
  'the phone has shop 2 open': 2,
  'the phone has nothing open': null,
}
const choices: Readonly<Record<string, number>> = {
  'the operator chooses the third': 3,
  'the operator chooses the open one': 1,
  'the operator chooses one of another round': 99,
}

const screenOf = (snapshot: ShopDeskSnapshot, { notes }: Desk) => ({
  /** What the phone has open, by its name at least. */
  open: snapshot.context.phone?.environment?.id ?? null,
  shop: snapshot.context.shop?.id ?? null,
  round: snapshot.context.round.map(({ id, device_id: device }) => [id, device]),
  total: snapshot.context.roundTotal,
  groups: snapshot.context.groups.length,
  next: nextShop(snapshot.context)?.id ?? null,
  mayClose: snapshot.matches({ shop: 'open' }),
  isClosing: snapshot.matches({ shop: 'closing' }),
  isSaving: snapshot.matches({ shop: 'saving' }),
  hasPhone: snapshot.context.shop !== null && snapshot.context.shop.device_id !== null,
  isOpening: snapshot.matches({ shop: 'opening' }),
  isWaiting: snapshot.matches({ shop: 'waiting' }),
  /** It can not be opened. */
  isRefused: snapshot.matches({ shop: 'refused' }),
  hasFailed: snapshot.matches({ shop: 'failed' }),
  /** It could not be asked for anew. */
  isStale: snapshot.matches({ shop: { open: 'outdated' } }),
  isPreparing: snapshot.matches({ ahead: 'preparing' }),
  reason:
    snapshot.matches({ shop: 'failed' }) ||
    snapshot.matches({ shop: { open: 'outdated' } }) ||
    snapshot.matches({ shop: 'opening' }) ||
    snapshot.matches({ shop: 'refused' }) ||
    snapshot.matches({ shop: 'waiting' })
      ? snapshot.context.reason
      : null,
  isUnchecked: snapshot.matches({ address: 'unchecked' }),
  /** What the warning that stands before the screen says to be another; null where none does. */
  warns: warningOf(snapshot),
  told: [...notes],
})
type Screen = ReturnType<typeof screenOf>

interface Seen {
  happened: string
  at: number
  screen: Screen
  before: Seen
  past: readonly Seen[]
  waits: (to: string) => number
}

/** Changes were missed that no answer has brought since. */
function isOutdated({ past }: Seen): boolean {
  let isMissed = false
  for (const { happened, screen, before } of past)
    if (happened === 'changes were missed' && (before.screen.mayClose || before.screen.isClosing)) isMissed = true
    else if (happened.startsWith('the server knows') || screen.shop === null) isMissed = false
  return isMissed
}

/** The shop is being left: nothing that is opened on the phone meanwhile changes anything. */
const isBusy = ({ screen }: Pick<Seen, 'screen'>): boolean =>
  screen.isClosing || screen.isSaving || screen.isOpening || screen.isWaiting || screen.isRefused

const isTold = ({ screen, before }: Seen): boolean => screen.told.length > before.screen.told.length

/** The desk has told where it goes on, and no other shop was opened here since. */
const isGone = (step: Seen): boolean => {
  const told = step.past.findLast(isTold)
  return told !== undefined && step.past.slice(step.past.indexOf(told)).every(({ screen }) => screen.shop !== null)
}

const endings = new Set([
  'the operator closes it',
  'the operator closes it for the next one',
  'the operator changes the phone',
])

/** How the operator last had the shop closed. */
const lastEnding = ({ past }: Seen): string | undefined =>
  past.findLast((one) => endings.has(one.happened) && one.before.screen.mayClose)?.happened

const isClosedFor = (step: Seen, ending: string): boolean =>
  step.happened === 'the server has closed it' && lastEnding(step) === ending

/** That the shop is saved is not heard of: after twenty seconds it is taken to be. */
function isUnheard({ past, at }: Seen): boolean {
  const since = past.findLast((one) => one.screen.isSaving && !one.before.screen.isSaving)
  return since !== undefined && at - since.at >= 20_000
}

/** What is opened on the phone instead of what the desk is about; undefined where nothing is. */
function openedInstead(step: Seen): number | null | undefined {
  const { happened, before } = step
  const isBusyNoMore = isBusy(before) && (isTold(step) || happened === 'the server does not close it')
  const open = isBusyNoMore ? before.screen.open : phones[happened]
  if (open === undefined || (isBusy(before) && !isBusyNoMore)) return undefined
  if (open === (before.screen.shop ?? before.screen.open)) return undefined
  return (isTold(step) || isGone(before)) && open === null ? undefined : open
}

/** Which shop comes next as the operator chose or kept to it; null where the round decides. */
function pickedAt(step: Seen): number | null {
  let picked: number | null = null
  for (const { happened, before, screen } of step.past) {
    const { mayClose, next, shop: open, isPreparing } = before.screen
    const choice = choices[happened]
    if (screen.shop === null) picked = null
    else if (mayClose && choice !== undefined && choice !== open && choice !== 99) picked = choice
    else if (mayClose && next !== null && happened === 'the operator closes it for the next one') picked = next
    else if (
      happened === 'the operator has the next one prepared' &&
      !isPreparing &&
      before.screen.round.some(([id, device]) => id === next && device === null)
    )
      picked = next
  }
  return picked
}

/** The first after the open one that waits: neither opened today nor elsewhere. */
function nextInRound({ screen: { shop: open, round } }: Seen): number | null {
  const ids = open === 2 ? [1] : [2]
  return open === null ? null : (ids.find((one) => round.some(([id, device]) => id === one && device === null)) ?? null)
}

/** Phone or shop are not known yet: what becomes of the screen's touches, nobody can say. */
function isUnknown({ past, screen }: Seen): boolean {
  if (!past.some(({ happened }) => happened in phones)) return true
  let isOfOthers = false
  for (const step of past)
    if (step.happened === 'the server knows no such shop of the operator') isOfOthers = true
    else if (step.screen.open !== step.before.screen.open) isOfOthers = false
  return screen.open !== null && screen.shop === null && !isOfOthers
}

const happenings: Readonly<Record<string, (play: Desk) => boolean>> = {
  'the phone has shop 1 open': (play) => play.send(phone(1)),
  'the phone has shop 2 open': (play) => play.send(phone(2)),
  'the phone has nothing open': (play) => play.send(phone(null)),
  'the server knows the shop': (play) => play.answer('loadShop', answerOf(asked(play))),
  'the server knows no such shop of the operator': (play) => play.answer('loadShop', noShop),
  'the server fails': (play) => play.fail('loadShop', new Error('gone')),
  'the operator closes it': (play) => play.send({ type: 'close' }),
  'the operator closes it for the next one': (play) => play.send({ type: 'close and go on' }),
  'the operator changes the phone': (play) => play.send({ type: 'change phone' }),
  'the server has closed it': (play) => play.answer('closeShop'),
  'the shop is saved': (play) =>
    play.send({
      type: 'patched',
      patch: { type: 'environment', id: play.snapshot.context.shop?.id ?? 0, at: 0, changed: { device_id: null } },
    }),
  'nineteen seconds pass': (play) => play.wait(19_000),
  'twenty seconds pass': (play) => play.wait(20_000),
  'the server does not close it': (play) => play.fail('closeShop'),
  'the server has opened one': (play) => play.answer('openNext', 8),
  'no phone is free': (play) => play.fail('openNext', new ApiError(codes.stateForbids, 'none is free')),
  'the next one is deleted': (play) => play.fail('openNext', new ApiError(codes.notFound, 'no such shop')),
  'one and a half seconds pass': (play) => play.wait(1_500),
  'three seconds pass': (play) => play.wait(3_000),
  'the operator tries again': (play) => play.send({ type: 'retry' }),
  'the operator does not wait': (play) => play.send({ type: 'leave' }),
  'the operator has the next one prepared': (play) =>
    play.snapshot.matches({ shop: 'open' }) && play.send({ type: 'prepare next' }),
  'the operator chooses the third': (play) => play.send({ type: 'choose next', id: 3 }),
  'the operator chooses the open one': (play) => asked(play) === 1 && play.send({ type: 'choose next', id: 1 }),
  'the operator chooses one of another round': (play) => play.send({ type: 'choose next', id: 99 }),
  'shop 2 is opened elsewhere': (play) =>
    asked(play) !== 2 &&
    play.send({
      type: 'patched',
      patch: { type: 'environment', id: 2, at: 0, changed: { device_id: 8 } },
    }),
  'changes were missed': (play) => play.send({ type: 'patches missed' }),
}

/** A desk to which all of this may happen but for some things, of which other paths are made. */
const deskWithout = (left: readonly string[]) =>
  specification(
    {
      machine: shopDeskMachine,
      input: (play) => input(play),
      happenings: Object.fromEntries(Object.entries(happenings).filter(([name]) => !left.includes(name))),
      screen: screenOf,
      keep: (snapshot) => {
        const { told: _, round, ...seen } = screenOf(snapshot, { notes: [] } as unknown as Desk)
        return [
          seen,
          round[1],
          (seen.mayClose || isBusy({ screen: seen as Screen })) && snapshot.context.following,
          snapshot.context.isOutdated,
        ]
      },
    },
    {
      'the shop is asked for once it is opened on the phone, when changes were missed, also while it was not closed, and when the operator tries again':
        always((step, before) => {
          const { happened } = step
          const open = openedInstead(step)
          const isAnew =
            (happened === 'changes were missed' && before.screen.mayClose && before.waits('loadShop') === 0) ||
            (happened === 'the server does not close it' && isOutdated(step)) ||
            (happened === 'the operator tries again' && (before.screen.hasFailed || before.screen.isStale))
          const wanted = open === undefined && isAnew ? before.screen.open : (open ?? null)
          return same(
            (step.calls('loadShop') as { open: { id: number } | null }[]).map((one) => one.open?.id),
            wanted === null ? [] : [wanted],
          )
        }),
      'what is shown is the shop that is open on the phone, until the next one is': always((step, before) => {
        const { happened, screen } = step
        if (happened === 'the server knows the shop')
          return (
            screen.shop === before.screen.open && screen.total === 4 && screen.groups === 1 && screen.round.length === 4
          )
        if (happened === 'the server knows no such shop of the operator' || openedInstead(step) !== undefined)
          return screen.shop === null && screen.total === 0 && screen.groups === 0 && screen.round.length === 0
        return (
          screen.shop === before.screen.shop &&
          screen.total === before.screen.total &&
          screen.groups === before.screen.groups
        )
      }),
      'the screen is not to be touched before it is known what is open there': always(
        (step) => step.screen.isUnchecked === isUnknown(step),
      ),
      'a live change of a shop is seen at once': always(({ happened, screen }, before) => {
        if (happened === 'shop 2 is opened elsewhere' || happened === 'the shop is saved') {
          const [changed, phoneOfIt] = happened === 'the shop is saved' ? [before.screen.shop, null] : [2, 8]
          return same(
            screen.round,
            before.screen.round.map(([id, device]) => [id, id === changed ? phoneOfIt : device]),
          )
        }
        return screen.shop !== before.screen.shop || happened.startsWith('the server knows')
          ? true
          : same(screen.round, before.screen.round)
      }),
      'the next one is that which was chosen or prepared, or the first that waits after the open one': always(
        (step) => step.screen.next === (pickedAt(step) ?? nextInRound(step)),
      ),
      'a shop may be closed while it is open and known, also while it is asked for anew, and the keys for it work then':
        always((step) => {
          const mayClose = step.screen.shop !== null && !isBusy(step) && !isGone(step)
          return step.screen.mayClose === mayClose && (step.waits('shortcut') === 1) === mayClose
        }),
      'it is closed when the operator says so, with the next one following where there is one': always(
        (step, before) => {
          const isClosed =
            before.screen.mayClose &&
            (step.happened === 'the operator closes it' ||
              step.happened === 'the operator changes the phone' ||
              (step.happened === 'the operator closes it for the next one' && before.screen.next !== null))
          return (
            same(
              (step.calls('closeShop') as { shop: { id: number } | null }[]).map((one) => one.shop?.id),
              isClosed ? [before.screen.shop] : [],
            ) && step.screen.isClosing === (step.waits('closeShop') === 1)
          )
        },
      ),
      'the next one, or itself on another phone, is opened once this one is closed, again after three seconds and when the operator says so, or ahead where it has no phone':
        always((step, before) => {
          const { happened } = step
          const since = step.past.findLast((one) => one.screen.isWaiting && !one.before.screen.isWaiting)
          const isDue = before.screen.isWaiting && since !== undefined && step.at - since.at >= 3_000
          const isItself = lastEnding(step) === 'the operator changes the phone'
          const isClosed = isClosedFor(step, 'the operator changes the phone')
          const isOpened =
            isClosedFor(step, 'the operator closes it for the next one') ||
            (isClosed && !step.screen.hasPhone) ||
            (before.screen.isSaving && (happened === 'the shop is saved' || isUnheard(step))) ||
            (before.screen.isWaiting && (isDue || happened === 'the operator tries again')) ||
            (before.screen.isRefused && happened === 'the operator tries again')
          const isPrepared =
            happened === 'the operator has the next one prepared' &&
            !before.screen.isPreparing &&
            before.screen.round.some(([id, device]) => id === before.screen.next && device === null)
          const isOver = ['the server has opened one', 'no phone is free', 'the next one is deleted'].includes(happened)
          return (
            same(
              (step.calls('openNext') as { next?: { id: number }; except?: number }[]).map((one) => [
                one.next?.id,
                one.except,
              ]),
              isOpened && isItself
                ? [[before.screen.shop, 7]]
                : isOpened || isPrepared
                  ? [[before.screen.next, undefined]]
                  : [],
            ) &&
            step.screen.isSaving ===
              ((isClosed && step.screen.hasPhone) ||
                (before.screen.isSaving && !isOpened && happened !== 'the operator does not wait')) &&
            step.screen.isOpening ===
              (isOpened || (before.screen.isOpening && !isOver && happened !== 'the operator does not wait')) &&
            step.screen.isPreparing ===
              (isPrepared || (before.screen.isPreparing && !(isOver && !before.screen.isOpening)))
          )
        }),
      'where no phone is free the desk says why, and waits until the operator does not want to': always(
        (step, before) => {
          const { happened, screen } = step
          if (happened === 'no phone is free' && before.screen.isOpening)
            return screen.isWaiting && same(screen.reason, textReason('none is free'))
          const isOver = screen.isOpening || happened === 'the operator does not wait'
          // Nothing is said of an earlier failure, and what is said does not change with each try.
          const wasTried = before.screen.isWaiting || before.screen.isOpening
          const says = !screen.isOpening || same(screen.reason, wasTried ? before.screen.reason : null)
          return says && screen.isWaiting === (before.screen.isWaiting && !isOver)
        },
      ),
      'where the next one can not be opened the desk says why, and does nothing before the operator says what': always(
        (step, before) => {
          const { happened, screen } = step
          if (happened === 'the next one is deleted' && before.screen.isOpening)
            return screen.isRefused && same(screen.reason, textReason('no such shop'))
          const isOver = screen.isOpening || happened === 'the operator does not wait'
          return screen.isRefused === (before.screen.isRefused && !isOver)
        },
      ),
      'a failure says why until the operator tries again or something else is open, and takes nothing away that is known':
        always((step, before) => {
          const { happened, screen } = step
          const isOpen = before.screen.shop !== null
          if (happened === 'the server fails')
            return (isOpen ? screen.isStale : screen.hasFailed) && same(screen.reason, textReason('gone'))
          const isOver = happened === 'the operator tries again' || openedInstead(step) !== undefined
          return (
            screen.hasFailed === (before.screen.hasFailed && !isOver) &&
            screen.isStale ===
              (before.screen.isStale && !isOver && happened !== 'changes were missed' && !screen.isClosing)
          )
        }),
      'the operator is led to the phone of the next one, or back to the market where none follows': always(
        (step, before) => {
          const { happened, screen } = step
          const told = screen.told.slice(before.screen.told.length)
          if (happened === 'the server has opened one' && before.screen.isOpening)
            return same(told, ['opened on 8 in amazon'])
          const isLeft =
            isClosedFor(step, 'the operator closes it') ||
            (happened === 'the operator does not wait' &&
              (before.screen.isWaiting || before.screen.isRefused || before.screen.isSaving || before.screen.isOpening))
          return same(told, isLeft ? ['left amazon'] : [])
        },
      ),
    },
  )

const addresses: Readonly<Record<string, [country: string | null, ip: string]>> = {
  'its address is where the shop expects it': ['CA', '203.0.113.7'],
  'its address is elsewhere': ['US', '203.0.113.8'],
  'its address is elsewhere, at another place': ['US', '203.0.113.9'],
  'nobody knows where its address is': [null, '203.0.113.8'],
}

const proxies: Readonly<Record<string, string | null>> = {
  'its proxy is that of the shop': 'gw.proxy.example:8000',
  'its proxy is another': 'gw.proxy.example:8001',
  'it has no proxy': '',
  'nobody knows its proxy': null,
}
/** As it is written on the phone: `gw.proxy.example:8000`. */
const withUser = {
  type: 'http',
  host: 'gw.proxy.example',
  port: 8000,
  user_name: 'somebody',
  has_password: true,
} as const

/** What is known to be another by now, where the operator does not work with it all the same. */
function warning({ past }: Seen): 'country' | 'proxy' | 'both' | null {
  let [country, ip] = ['CA', '203.0.113.7'] as [string | null, string]
  let proxy: string | null = null
  let [region, proxyOfShop] = ['ca-central', '']
  let accepted: string | null = null
  for (const step of past) {
    const { happened, screen } = step
    const address = addresses[happened]
    if (address !== undefined) [country, ip] = address
    const found = proxies[happened]
    if (found !== undefined) proxy = found
    if (happened === 'the shop gets a region') region = 'ca-central'
    if (happened === 'the shop loses its region') region = ''
    if (happened === 'the shop gets a proxy') proxyOfShop = 'gw.proxy.example:8000'
    if (happened === 'the shop loses its proxy') proxyOfShop = ''
    if (screen.shop === null) accepted = null
    else if (happened === 'the operator goes on all the same' && step.before.screen.warns !== null)
      accepted = `${ip} through ${proxy}`
    if (screen.shop !== step.before.screen.shop) [region, proxyOfShop] = ['ca-central', '']
  }
  const shown = past.at(-1)?.screen.shop ?? null
  if (shown === null || accepted === `${ip} through ${proxy}`) return null
  const isElsewhere = region !== '' && country !== null && country !== 'CA'
  const goesAnotherWay = proxy !== null && proxy !== proxyOfShop
  if (isElsewhere && goesAnotherWay) return 'both'
  return isElsewhere ? 'country' : goesAnotherWay ? 'proxy' : null
}

/** The phone says something new, and is otherwise as it was. */
const again = (play: Desk, changed: Partial<Device>) =>
  play.send({ type: 'phone', phone: { ...(play.snapshot.context.phone ?? phone(null).phone), ...changed } })
const ofShop = (play: Desk, changed: Partial<Environment>) =>
  play.send({ type: 'patched', patch: { type: 'environment', id: 1, at: 0, changed } })

const wayHappenings: Readonly<Record<string, (play: Desk) => boolean>> = {
  'shop 1 is open': (play) =>
    again(play, { environment: phone(1).phone.environment }) && play.answer('loadShop', answerOf(1)),
  ...Object.fromEntries(
    Object.entries(addresses).map(([name, [egress_country, egress_ip]]) => [
      name,
      (play: Desk) => again(play, { egress_country, egress_ip }),
    ]),
  ),
  ...Object.fromEntries(Object.entries(proxies).map(([name, proxy]) => [name, (play: Desk) => again(play, { proxy })])),
  'the shop loses its region': (play) => ofShop(play, { region: '' }),
  'the shop gets a region': (play) => ofShop(play, { region: 'ca-central' }),
  'the shop gets a proxy': (play) => ofShop(play, { proxy: withUser }),
  'the shop loses its proxy': (play) => ofShop(play, { proxy: null }),
  'the operator goes on all the same': (play) => play.send({ type: 'accept address' }),
  'the phone has nothing open': (play) => again(play, { environment: null }),
}

/** A desk whose phone's way to the internet may change in all but some things, of which other paths are made. */
const onItsWayWithout = (left: readonly string[]) =>
  specification(
    {
      machine: shopDeskMachine,
      input: (play) => input(play),
      happenings: Object.fromEntries(Object.entries(wayHappenings).filter(([name]) => !left.includes(name))),
      screen: screenOf,
      keep: ({ context: { shop: open, phone: at, accepted } }) => [
        open?.region,
        open?.proxy,
        at?.egress_country,
        at?.egress_ip,
        at?.proxy,
        accepted,
      ],
    },
    {
      'the screen is not to be touched where address or proxy are not what the shop expects, before the operator has read which':
        always((step) => step.screen.warns === warning(step)),
    },
  )

/** A desk that stands elsewhere than in the section of the shop's market: the phone had another shop open when it was gone to. */
const standing = (section: Market | undefined, told: readonly string[]) =>
  specification(
    {
      machine: shopDeskMachine,
      input: (play) => input(play, true, section),
      happenings: {
        'the phone has shop 1 open': (play) => play.send(phone(1)),
        'the phone has nothing open': (play) => play.send(phone(null)),
        'the server knows the shop': (play) => play.answer('loadShop', answerOf(asked(play))),
        'the server knows no such shop of the operator': (play) => play.answer('loadShop', noShop),
      },
      screen: screenOf,
      keep: (snapshot) => snapshot.context.phone?.environment?.id,
    },
    {
      [`a desk ${section === undefined ? 'among the devices stays there' : 'in another market’s section goes over to that of the shop, and of no shop of others'}, and the shop is worked in`]:
        always(
          ({ happened, screen }, before) =>
            same(screen.told.slice(before.screen.told.length), happened === 'the server knows the shop' ? told : []) &&
            screen.mayClose === (screen.shop !== null),
        ),
    },
  )

/** Somebody who sees what is open, and no more. */
const forOthers = specification(
  {
    machine: shopDeskMachine,
    input: (play) => input(play, false),
    happenings: {
      'the phone has shop 1 open': (play) => play.send(phone(1)),
      'the phone has nothing open': (play) => play.send(phone(null)),
    },
    screen: screenOf,
  },
  {
    'whoever does not work in shops sees what is open, and asks for no more': always(
      (step) =>
        step.screen.open === (phones[step.happened] ?? null) &&
        step.calls('loadShop').length === 0 &&
        !step.screen.isUnchecked,
    ),
  },
)

/** Where nobody knows whether the server closes it, as its answer was lost. */
const lostAnswer = specification(
  {
    machine: shopDeskMachine,
    input: (play) => input(play),
    happenings: {
      ...Object.fromEntries(
        Object.entries(happenings).filter(([name]) =>
          [
            'the phone has shop 1 open',
            'the server knows the shop',
            'the operator closes it',
            'the operator closes it for the next one',
            'the operator changes the phone',
            'the shop is saved',
            'nineteen seconds pass',
            'twenty seconds pass',
            'the operator does not wait',
            'the server has opened one',
          ].includes(name),
        ),
      ),
      'the answer to the closing is lost': (play) => play.fail('closeShop', new TransportError('no connection')),
    },
    screen: (snapshot: ShopDeskSnapshot, play: Desk) => ({
      ...screenOf(snapshot, play),
      isDoubtful: snapshot.matches({ shop: 'doubtful' }),
    }),
    keep: (snapshot) => [snapshot.context.following, snapshot.context.shop?.device_id],
  },
  {
    'that it is closed is waited for where the answer is lost, for twenty seconds or until the operator does not':
      always((step, before) => {
        const { happened, screen, past, at } = step
        if (happened === 'the answer to the closing is lost') return screen.isDoubtful === before.screen.hasPhone
        const since = past.findLast((one) => one.happened === 'the answer to the closing is lost')?.at ?? at
        const isOver = ['the shop is saved', 'the operator does not wait'].includes(happened) || at - since >= 20_000
        return screen.isDoubtful === (before.screen.isDoubtful && !isOver)
      }),
    'what was to follow follows once it is saved all the same: the next one, itself elsewhere, or nothing': always(
      (step, before) => {
        const isSaved =
          !step.screen.hasPhone && (before.screen.isDoubtful || step.happened === 'the answer to the closing is lost')
        if (!isSaved || !['the shop is saved', 'the answer to the closing is lost'].includes(step.happened)) return true
        const follows = lastEnding(step) !== 'the operator closes it'
        const told = step.screen.told.slice(before.screen.told.length)
        return (
          step.calls('openNext').length === (follows ? 1 : 0) &&
          step.calls('loadShop').length === 0 &&
          same(told, follows ? [] : ['left amazon'])
        )
      },
    ),
    'whoever does not wait goes elsewhere, which is told, and the shop is asked for no more': always((step, before) => {
      if (step.happened !== 'the operator does not wait' || !before.screen.isDoubtful) return true
      const told = step.screen.told.slice(before.screen.told.length)
      return same(told, ['left amazon']) && step.calls('loadShop').length === 0
    }),
    'where it is not saved in that time, the shop is asked for anew, and goes on': always((step, before) => {
      const isGivenUp = before.screen.isDoubtful && step.happened.endsWith('seconds pass') && !step.screen.isDoubtful
      return !isGivenUp || (step.screen.mayClose && step.calls('loadShop').length === 1)
    }),
  },
)

export default [
  deskWithout([...Object.keys(choices), 'the operator has the next one prepared', 'shop 2 is opened elsewhere']),
  deskWithout([
    'the phone has nothing open',
    'the phone has shop 2 open',
    'changes were missed',
    'the operator does not wait',
    'the operator tries again',
    'the next one is deleted',
    'one and a half seconds pass',
    'three seconds pass',
    'the server does not close it',
    'the server knows no such shop of the operator',
    'the server fails',
  ]),
  onItsWayWithout([...Object.keys(proxies), 'the shop gets a proxy', 'the shop loses its proxy']),
  onItsWayWithout([
    'its address is elsewhere, at another place',
    'nobody knows where its address is',
    'the shop loses its region',
    'the shop gets a region',
  ]),
  standing('temu', ['opened on 7 in amazon']),
  standing(undefined, []),
  forOthers,
  lostAnswer,
]
