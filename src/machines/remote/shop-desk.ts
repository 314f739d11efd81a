import {
  and,
  assign,
  fromCallback,
  fromPromise,
  not,
  or,
  setup,
  stateIn,
  type ActorRefFrom,
  type EventObject,
  type SnapshotFrom,
} from 'xstate'
import { codes } from '../../../domain/codes.ts'
import type { FleetPatch } from '../../../domain/fleet-topics.ts'
import type { Market } from '../../../domain/markets.ts'
import { proxySetting } from '../../../domain/proxy-setting.ts'
import { textReason, type Reason } from '../../../domain/reason.ts'
import type { Device, Region } from '../../api/devices.ts'
import type { Group } from '../../api/environment-groups.ts'
import { closeOnPhone, openOnPhone, type Environment } from '../../api/environments.ts'
import { messageOf, TransportError } from '../../api/errors.ts'
import { mayPass } from '../../api/passing-failure.ts'
import { withChanges, type FleetSource } from '../../api/phone-patches.ts'
import { fetchShop, isWaiting, noShop, type ShopAndRound } from '../../api/shop-round.ts'
import { standsAbove } from '../../api/stands-above.ts'

export { isDone } from '../../api/shop-round.ts'

type OpenShop = NonNullable<Device['environment']>

export interface ShopDeskInput {
  readonly fleet: FleetSource
  /** Whether the operator works in shops; others see what is open and no more. */
  worksInShops: boolean
  /** The market in whose section the desk stands; undefined among the devices. */
  section: Market | undefined
  /** Hears on which phone a shop is open, or is being opened, where the desk is to go on in the section of its market. */
  opened: (deviceId: number, market: Market) => void
  /** Hears that the shop is closed, and no other follows. */
  left: (market: Market) => void
}

interface ShopDeskContext extends ShopDeskInput {
  /** The phone in operation, as far as it is known. */
  phone: Device | null
  /** What is open on it; its place in the round and what follows are in `round`. */
  shop: Environment | null
  round: readonly Environment[]
  roundTotal: number
  /** How many are done of the round's shops that are not in `round`. */
  doneBeyond: number
  /** The groups of its market. */
  groups: readonly Group[]
  /** Where shops may be expected to be reached from. */
  regions: readonly Region[]
  /** The shop that the operator chose to be next; null where the round decides. */
  chosen: number | null
  /** The address and the proxy that the operator works with all the same. */
  accepted: Pick<Device, 'egress_ip' | 'proxy'> | null
  /** What is opened once the shop is closed: the next one, or itself on another phone. */
  following: 'nothing' | 'the next one' | 'itself'
  /** Whether changes were missed since the shop was last answered. */
  isOutdated: boolean
  /** Why the next shop could not be opened. */
  reason: Reason | null
}

/** Which shop is opened, and on which phone it is not to be. */
interface Opening {
  next: Environment | undefined
  except?: number
}

type OperatorEvent =
  | { type: 'close' }
  | { type: 'close and go on' }
  /** The shop goes on on another phone. */
  | { type: 'change phone' }
  | { type: 'choose next'; id: number }
  /** Has a phone made ready for the next shop while this one is worked in. */
  | { type: 'prepare next' }
  /** Work with an address or a proxy that is not what the shop expects. */
  | { type: 'accept address' }
  | { type: 'retry' }
  /** The next shop is not to be waited for. */
  | { type: 'leave' }

type DeskEvent =
  /** The desk knows the phone, or knows it better. */
  { type: 'phone'; phone: Device } | { type: 'patched'; patch: FleetPatch } | { type: 'patches missed' }

/** The shop that comes next: the chosen one, or else the first after this one, from the beginning again, that waits to be opened. */
export function nextShop({
  shop,
  round,
  chosen,
}: Pick<ShopDeskContext, 'shop' | 'round' | 'chosen'>): Environment | undefined {
  const others = round.filter(({ id }) => id !== shop?.id)
  const picked = others.find(({ id }) => id === chosen)
  if (picked) return picked
  const at = round.findIndex(({ id }) => id === shop?.id)
  const inOrder = [...round.slice(at + 1), ...round.slice(0, Math.max(at, 0))]
  return inOrder.find(isWaiting)
}

/** The shop that is opened once this one is closed. */
export const followingShop = (context: ShopDeskContext): Environment | undefined =>
  context.following === 'itself' ? (context.shop ?? undefined) : nextShop(context)

/** The country that the shop is to be reached from, ISO 3166-1 alpha-2; undefined where it has no region. */
export const expectedCountry = ({ shop, regions }: Pick<ShopDeskContext, 'shop' | 'regions'>): string | undefined =>
  regions.find(({ code }) => code === shop?.region)?.country

/** The shop and its round after a change. */
function patchedShops(
  { shop, round }: Pick<ShopDeskContext, 'shop' | 'round'>,
  { type, id, changed }: FleetPatch,
): Pick<ShopDeskContext, 'shop' | 'round'> {
  if (type !== 'environment') return { shop, round }
  // A patch carries fields of the contract's Environment, under their names (domain/fleet-topics.ts).
  const patched = (each: Environment) => (each.id === id ? { ...each, ...(changed as Partial<Environment>) } : each)
  return { shop: shop && patched(shop), round: round.some((each) => each.id === id) ? round.map(patched) : round }
}

export type Difference = 'country' | 'proxy' | 'both'

const isOther = (expected: string | undefined, found: string | null | undefined): boolean =>
  expected !== undefined && typeof found === 'string' && expected !== found

/** What of the phone's way to the internet the shop expects otherwise; what is not known is nothing else. */
export function differenceOf(context: Pick<ShopDeskContext, 'shop' | 'regions' | 'phone'>): Difference | null {
  const { shop, phone } = context
  const isElsewhere = isOther(expectedCountry(context), phone?.egress_country)
  const hasOtherProxy = isOther(shop ? proxySetting(shop.proxy) : undefined, phone?.proxy)
  return isElsewhere && hasOtherProxy ? 'both' : isElsewhere ? 'country' : hasOtherProxy ? 'proxy' : null
}

const isAccepted = ({ accepted, phone }: ShopDeskContext): boolean =>
  accepted !== null && accepted.egress_ip === phone?.egress_ip && accepted.proxy === phone?.proxy

/** What the server knows of the shop. */
const known = ({ total, ...answer }: ShopAndRound) => ({ ...answer, roundTotal: total, isOutdated: false })

const whatIsOpen = ({ context: { phone, fleet } }: { context: ShopDeskContext }) => ({
  open: phone?.environment ?? null,
  fleet,
})

/** Ctrl+Enter goes on to the next shop, also while the phone has the keyboard. */
const shortcut = fromCallback<EventObject, undefined, OperatorEvent>(({ sendBack }) => {
  const hear = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    // A dialog's form is saved with it, and a question answered.
    if (event.target instanceof Element && event.target.closest(standsAbove) !== null) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) sendBack({ type: 'close and go on' }) // Held down it means one shop.
  }
  document.addEventListener('keydown', hear, true) // Before the phone takes it for its own.
  return () => document.removeEventListener('keydown', hear, true)
})

/**
 * The shop that is open on the phone in operation: what it is, whether its address and proxy are what they have to be, and how
 * the operator gets on to the next one of the round.
 */
export const shopDeskMachine = setup({
  types: {
    input: {} as ShopDeskInput,
    context: {} as ShopDeskContext,
    events: {} as OperatorEvent | DeskEvent,
  },
  actors: {
    shortcut,
    loadShop: fromPromise<ShopAndRound, { open: OpenShop | null; fleet: FleetSource }>(
      async ({ input: { open, fleet }, signal }) => {
        if (open === null) return noShop
        const ask = () => fetchShop(open.market, open.id, signal)
        return withChanges(fleet, ask, (answer, patch) => ({ ...answer, ...patchedShops(answer, patch) }))
      },
    ),
    closeShop: fromPromise<void, { shop: Environment | null }>(async ({ input: { shop }, signal }) => {
      if (shop !== null) await closeOnPhone(shop.id, signal)
    }),
    openNext: fromPromise<number, Opening>(async ({ input: { next, except }, signal }) => {
      if (next === undefined) throw new Error('there is no next shop')
      return except === undefined && next.device_id !== null ? next.device_id : openOnPhone(next.id, signal, except)
    }),
  },
  delays: {
    /** A phone may be free by then, in milliseconds. */
    nextTry: 3_000,
    /** That a shop is saved may have been missed, in milliseconds. */
    savedUnheard: 20_000,
  },
  guards: {
    'the operator works in what is open': ({ context: { worksInShops, phone } }) =>
      worksInShops && phone !== null && phone.environment !== null,
    'something else is open': ({ context: { shop, phone } }) => phone?.environment?.id !== shop?.id,
    'something else is opened': ({ context: { phone }, event }) =>
      event.type === 'phone' && event.phone.environment?.id !== phone?.environment?.id,
    'another shop is open': ({ context: { shop, phone } }) =>
      phone !== null && phone.environment !== null && phone.environment.id !== shop?.id,
    'it may be seen': (_, { answer }: { answer: ShopAndRound }) => answer.shop !== null,
    'it is of another section': ({ context: { section } }, { answer: { shop } }: { answer: ShopAndRound }) =>
      section !== undefined && shop !== null && shop.market !== section,
    'there is a next shop': ({ context }) => nextShop(context) !== undefined,
    'the next shop has no phone': ({ context }) => nextShop(context)?.device_id === null,
    'changes were missed': ({ context }) => context.isOutdated,
    'the next shop follows': ({ context }) => context.following === 'the next one',
    'something follows': ({ context }) => context.following !== 'nothing',
    'its answer is lost': (_, { error }: { error: unknown }) => error instanceof TransportError,
    'it follows itself': ({ context }) => context.following === 'itself',
    // Nor is it for ever that no phone is free.
    'it passes': (_, { error }: { error: unknown }) => mayPass(error, codes.stateForbids),
    'it has no phone any more': ({ context }) => context.shop?.device_id === null,
    'it is of the round': ({ context: { shop, round }, event }) =>
      event.type === 'choose next' && event.id !== shop?.id && round.some(({ id }) => id === event.id),
    'it is of others': stateIn({ shop: 'unseen' }),
    'it is known what is open': ({ context: { worksInShops, phone, shop } }) =>
      !worksInShops || (phone !== null && (phone.environment === null || shop !== null)),
    'something differs, and is not accepted': ({ context }) => differenceOf(context) !== null && !isAccepted(context),
    'it will do': ({ context }) => differenceOf(context) === null || isAccepted(context),
  },
  actions: {
    'take the phone': assign(({ event }) => (event.type === 'phone' ? { phone: event.phone } : {})),
    'take the shop': assign((_, { answer }: { answer: ShopAndRound }) => known(answer)),
    'forget the shop': assign({ ...known(noShop), chosen: null, accepted: null }),
    'apply the patch': assign(({ context, event }) =>
      event.type === 'patched' ? patchedShops(context, event.patch) : {},
    ),
    'choose it': assign(({ event }) => (event.type === 'choose next' ? { chosen: event.id } : {})),
    'keep to the next shop': assign(({ context }) => ({ chosen: nextShop(context)?.id ?? null })),
    'go on with the next one': assign({ following: 'the next one' }),
    'go on with itself': assign({ following: 'itself' }),
    'stop afterwards': assign({ following: 'nothing' }),
    'note that changes were missed': assign({ isOutdated: true }),
    'accept address and proxy': assign(({ context: { phone } }) => ({
      accepted: phone && { egress_ip: phone.egress_ip, proxy: phone.proxy },
    })),
    'keep why': assign({ reason: (_, { error }: { error: unknown }) => textReason(messageOf(error)) }),
    'forget why': assign({ reason: null }),
    'tell which phone': ({ context: { shop, opened } }, { deviceId }: { deviceId: number }) => {
      if (shop !== null) opened(deviceId, shop.market)
    },
    'tell of its market': ({ context: { phone, shop, opened } }) => {
      if (phone !== null && shop !== null) opened(phone.id, shop.market)
    },
    'tell that it is left': ({ context: { shop, left } }) => {
      if (shop !== null) left(shop.market)
    },
  },
}).createMachine({
  id: 'shopDesk',
  context: ({ input }) => ({
    ...input,
    ...known(noShop),
    phone: null,
    chosen: null,
    accepted: null,
    following: 'nothing',
    reason: null,
  }),
  on: {
    phone: { actions: 'take the phone' },
    patched: { actions: 'apply the patch' },
    'patches missed': { actions: 'note that changes were missed' },
  },
  type: 'parallel',
  states: {
    shop: {
      description: 'What is open on the phone.',
      initial: 'none',
      states: {
        none: {
          description: 'Nothing that this operator works in.',
          entry: 'forget the shop',
          always: { guard: 'the operator works in what is open', target: 'loading' },
        },
        loading: {
          description: 'The shop and its round are being asked for.',
          invoke: {
            id: 'loadShop',
            src: 'loadShop',
            input: whatIsOpen,
            onDone: [
              {
                guard: { type: 'it is of another section', params: ({ event }) => ({ answer: event.output }) },
                target: 'open',
                actions: [
                  { type: 'take the shop', params: ({ event }) => ({ answer: event.output }) },
                  'tell of its market',
                ],
              },
              {
                guard: { type: 'it may be seen', params: ({ event }) => ({ answer: event.output }) },
                target: 'open',
                actions: { type: 'take the shop', params: ({ event }) => ({ answer: event.output }) },
              },
              { target: 'unseen' },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
            },
          },
          on: { phone: { guard: 'something else is opened', target: 'none', actions: 'take the phone' } },
        },
        unseen: {
          description: 'It is a shop of others; its name is all that is shown.',
          entry: 'forget the shop',
          on: { phone: { guard: 'something else is opened', target: 'none', actions: 'take the phone' } },
        },
        failed: {
          description: 'The shop could not be asked for; the phone is not to be touched before it could.',
          on: {
            retry: 'loading',
            phone: { guard: 'something else is opened', target: 'none', actions: 'take the phone' },
          },
        },
        open: {
          description: 'The operator works in the shop.',
          invoke: { id: 'shortcut', src: 'shortcut' },
          always: { guard: 'something else is open', target: 'none' },
          initial: 'current',
          states: {
            current: {
              description: 'All that is shown is as it is.',
              always: { guard: 'changes were missed', target: 'refreshing' },
            },
            refreshing: {
              description: 'The shop and its round are being asked for anew; the operator goes on meanwhile.',
              invoke: {
                id: 'refreshShop',
                src: 'loadShop',
                input: whatIsOpen,
                onDone: [
                  {
                    guard: { type: 'it may be seen', params: ({ event }) => ({ answer: event.output }) },
                    target: 'current',
                    actions: { type: 'take the shop', params: ({ event }) => ({ answer: event.output }) },
                  },
                  { target: '#shopDesk.shop.unseen' },
                ],
                onError: {
                  target: 'outdated',
                  actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            outdated: {
              description: 'It could not be asked for anew, and may be another by now; the operator may ask again.',
              on: { retry: 'refreshing', 'patches missed': 'refreshing' },
            },
          },
          on: {
            close: { target: 'closing', actions: 'stop afterwards' },
            'close and go on': {
              guard: 'there is a next shop',
              target: 'closing',
              actions: ['keep to the next shop', 'go on with the next one'],
            },
            'change phone': { target: 'closing', actions: 'go on with itself' },
            'choose next': { guard: 'it is of the round', actions: 'choose it' },
          },
        },
        closing: {
          description: 'The server is being asked to save what is on the phone and to wipe it.',
          entry: 'forget why',
          invoke: {
            id: 'closeShop',
            src: 'closeShop',
            input: ({ context: { shop } }) => ({ shop }),
            onDone: [
              { guard: 'the next shop follows', target: 'opening' },
              { guard: 'it follows itself', target: 'saving' },
              { target: 'left', actions: 'tell that it is left' },
            ],
            onError: [
              {
                guard: { type: 'its answer is lost', params: ({ event }) => ({ error: event.error }) },
                target: 'doubtful',
              },
              { target: 'open' }, // The client has told of it.
            ],
          },
        },
        doubtful: {
          description:
            'Nobody knows whether the server closes it: where it does, what was to follow follows once it is saved.',
          always: [
            { guard: and(['it has no phone any more', 'something follows']), target: 'opening' },
            { guard: 'it has no phone any more', target: 'left', actions: 'tell that it is left' },
          ],
          after: { savedUnheard: 'open.refreshing' },
          on: { leave: { target: 'left', actions: 'tell that it is left' } },
        },
        saving: {
          description: 'What was done on the phone is being saved; until then the shop is not opened on another one.',
          always: { guard: 'it has no phone any more', target: 'opening' },
          after: { savedUnheard: 'opening' },
          on: { leave: { target: 'left', actions: 'tell that it is left' } },
        },
        opening: {
          description: 'The shop that follows is being opened.',
          invoke: {
            id: 'openNext',
            src: 'openNext',
            input: ({ context }) => ({
              next: followingShop(context),
              ...(context.following === 'itself' && context.phone && { except: context.phone.id }),
            }),
            onDone: {
              target: 'left',
              actions: { type: 'tell which phone', params: ({ event }) => ({ deviceId: event.output }) },
            },
            onError: [
              {
                guard: { type: 'it passes', params: ({ event }) => ({ error: event.error }) },
                target: 'waiting',
                actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
              },
              {
                target: 'refused',
                actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
          on: { leave: { target: 'left', actions: 'tell that it is left' } },
        },
        waiting: {
          description: 'There is no phone for the shop yet: this one is free once it is saved and wiped.',
          after: { nextTry: 'opening' },
          on: { retry: 'opening', leave: { target: 'left', actions: 'tell that it is left' } },
        },
        refused: {
          description:
            'It can not be opened, for a reason that does not pass: it may be deleted. The operator decides.',
          on: {
            retry: { target: 'opening', actions: 'forget why' },
            leave: { target: 'left', actions: 'tell that it is left' },
          },
        },
        left: {
          description: 'The desk goes on elsewhere, or here, where the next shop was opened on this very phone.',
          always: { guard: 'another shop is open', target: 'none' },
        },
      },
    },
    ahead: {
      description: 'Whether a phone is being made ready for the next shop.',
      initial: 'idle',
      states: {
        idle: {
          description: 'None is.',
          on: {
            'prepare next': {
              guard: 'the next shop has no phone',
              target: 'preparing',
              actions: 'keep to the next shop',
            },
          },
        },
        preparing: {
          description: 'The server is being asked for one; live changes say which.',
          invoke: {
            id: 'prepareNext',
            src: 'openNext',
            input: ({ context }) => ({ next: nextShop(context) }),
            onDone: 'idle',
            onError: 'idle', // The client has told of it.
          },
        },
      },
    },
    address: {
      description: 'Whether the phone reaches the internet from where, and through which proxy, the shop expects it.',
      initial: 'unchecked',
      states: {
        unchecked: {
          description: 'Phone or shop are not known yet: the screen is not to be touched before they are.',
          always: { guard: or(['it is known what is open', 'it is of others']), target: 'passable' },
        },
        passable: {
          description:
            'It does, as far as is known, or the operator goes on all the same, until address or proxy are others.',
          always: [
            { guard: not(or(['it is known what is open', 'it is of others'])), target: 'unchecked' },
            { guard: 'something differs, and is not accepted', target: 'differing' },
          ],
        },
        differing: {
          description: 'It does not: the screen is not to be touched before the operator has read so.',
          always: { guard: 'it will do', target: 'passable' },
          on: { 'accept address': { actions: 'accept address and proxy' } },
        },
      },
    },
  },
})

/** What of the phone's way is not to be passed over while the shop is on it, before the operator has read so. */
export const warningOf = (snapshot: ShopDeskSnapshot): Difference | null => {
  const isThere = snapshot.matches({ shop: 'open' }) || snapshot.matches({ shop: 'closing' })
  return isThere && snapshot.matches({ address: 'differing' }) ? differenceOf(snapshot.context) : null
}

export type ShopDesk = ActorRefFrom<typeof shopDeskMachine>
export type ShopDeskSnapshot = SnapshotFrom<typeof shopDeskMachine>
