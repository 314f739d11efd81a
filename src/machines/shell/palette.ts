import { assign, fromCallback, setup, type EventObject } from 'xstate'
import type { Deed, Found, Reach, Wanted } from '../../api/palette-finds.ts'
import { placesOf, type Place, type PlaceStorage } from '../../api/palette-memory.ts'
import { standsAbove } from '../../api/stands-above.ts'

interface Input {
  /** What the operator may look for. */
  reach: Reach
  /** Where it has been gone to. */
  memory: PlaceStorage
}

type Event =
  | { type: 'TOGGLE' }
  /** The operator wants to know what keys do. */
  | { type: 'SHOW_KEYS' }
  | { type: 'CLOSE' }
  | { type: 'TYPE'; text: string }
  /** Enter was pressed before there was a list: what comes first in it is meant. */
  | { type: 'HURRY' }
  /** The list is there, and its field has the focus: all that is typed goes there. */
  | { type: 'LISTED' }
  /** The operator wants to do something, and says next with what. */
  | { type: 'PICK_DEED'; deed: Deed }
  /** They don't. */
  | { type: 'DROP_DEED' }
  /** The operator goes there; what leads nowhere, as signing out, is no place. */
  | { type: 'CHOOSE'; place: Place | undefined }

/** What a search tells: some of what is found, and that there is no more. */
type Report = { type: 'found'; found: Partial<Found> } | { type: 'ended' }

const nothing: Found = { phones: [], shops: [], people: [], groups: [], boxes: [], jobs: [] }

/** Whether these are the same, one by one. */
const areSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((item, index) => item === others[index])

/** Those kinds of what was found that are others than before: most searches find nothing of most kinds, again and again. */
const changed = (before: Found, found: Partial<Found>): Partial<Found> =>
  Object.fromEntries(
    Object.entries(found).filter(([kind, items]) => !areSame(before[kind as keyof Found], items)), // Its own keys.
  )

/** The palette of somebody, which remembers in its browser. */
export const paletteOf = (user: number, reach: Reach): Input => ({ reach, memory: placesOf(user) })

/** Where a question mark is one, or has an answer of its own. */
const writtenIn = `input, textarea, select, [contenteditable], ${standsAbove}`

/** Places that are offered again before anything is typed. */
const maxPlaces = 8

/**
 * Finds any screen, shop, phone, person, group, box, job or action by its name: ctrl+k opens it from anywhere. Screens, actions and
 * where the operator went before are known at once; the rest is asked for once typing has paused, and offered kind by kind as it
 * comes. Where one fails, the others are still offered. What is done with a phone or a person asks with which. `?` lists what keys do,
 * and ctrl+/ where a question mark is written, as into a phone.
 */
export const paletteMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Input &
      Omit<Wanted, 'reach'> & { places: readonly Place[]; isHurried: boolean; isListed: boolean } & Found,
    events: {} as Event | Report,
  },
  actors: {
    shortcut: fromCallback<EventObject, undefined, Event>(({ sendBack }) => {
      const hear = (event: KeyboardEvent) => {
        if (!(event.ctrlKey || event.metaKey) || event.altKey) return
        const isSearch = event.key.toLowerCase() === 'k' && !event.shiftKey
        if (!isSearch && event.key !== '/') return
        event.preventDefault() // The browser's own search.
        sendBack({ type: isSearch ? 'TOGGLE' : 'SHOW_KEYS' })
      }
      const hearQuestion = (event: KeyboardEvent) => {
        const isWritten = event.target instanceof Element && event.target.closest(writtenIn) !== null
        if (event.key === '?' && !event.defaultPrevented && !isWritten) sendBack({ type: 'SHOW_KEYS' })
      }
      document.addEventListener('keydown', hear, true) // Before what has the focus takes it for a text.
      document.addEventListener('keydown', hearQuestion)
      return () => {
        document.removeEventListener('keydown', hear, true)
        document.removeEventListener('keydown', hearQuestion)
      }
    }),
    search: fromCallback<EventObject, Wanted, Report>(({ input, sendBack }) => {
      const search = new AbortController()
      const tell = (found: Partial<Found>) => sendBack({ type: 'found', found })
      // The first screens are there sooner without what is known of shops, people and jobs.
      import('../../api/palette-finds.ts')
        .then(({ findAll }) => findAll(input, search.signal, tell))
        .catch(() => tell(nothing)) // Its code did not come.
        .finally(() => sendBack({ type: 'ended' }))
      return () => search.abort()
    }),
  },
  delays: {
    /** How long typing has to pause, in milliseconds: keys that come at once are one search, those of a typist or a held key one each. */
    pause: 10,
  },
  guards: {
    'something is typed': ({ event }) => event.type === 'TYPE' && event.text.trim() !== '',
  },
  actions: {
    // The list tells again what it was given: that is nothing else.
    'take the text': assign(({ context, event }) => {
      if (event.type !== 'TYPE') return {}
      const { text } = event
      return { text, isHurried: context.isHurried && text.trim() === context.text.trim() }
    }),
    'keep what was found': assign(({ context, event }) =>
      event.type === 'found' ? changed(context, event.found) : {},
    ),
    'begin anew': assign({ text: '', isHurried: false, ...nothing }),
    hurry: assign({ isHurried: true }),
    'have the list': assign({ isListed: true }),
    'take the deed': assign(({ event }) => (event.type === 'PICK_DEED' ? { deed: event.deed } : {})),
    'leave the deed': assign({ deed: undefined }),
    'look where it went before': assign(({ context: { memory } }) => ({ places: memory.read().slice(0, maxPlaces) })),
    'remember the place': ({ context: { memory, places }, event }) => {
      if (event.type !== 'CHOOSE' || event.place === undefined) return
      const { key } = event.place
      memory.write([event.place, ...places.filter((place) => place.key !== key)].slice(0, maxPlaces))
    },
  },
}).createMachine({
  id: 'palette',
  context: ({ input }) => ({
    ...input,
    deed: undefined,
    text: '',
    isHurried: false,
    isListed: false,
    places: [],
    ...nothing,
  }),
  invoke: { id: 'shortcut', src: 'shortcut' },
  initial: 'closed',
  states: {
    closed: {
      description: 'Only its shortcuts are heard.',
      on: { TOGGLE: 'open', SHOW_KEYS: 'keys' },
    },
    keys: {
      description: 'What keys do is listed.',
      on: { TOGGLE: 'open', CLOSE: 'closed' },
    },
    open: {
      description: 'Something is being looked for.',
      entry: ['leave the deed', 'begin anew', 'look where it went before'],
      initial: 'still',
      on: {
        TOGGLE: 'closed',
        CLOSE: 'closed',
        CHOOSE: { target: 'closed', actions: 'remember the place' },
        TYPE: [
          { guard: 'something is typed', target: '.typing', reenter: false, actions: 'take the text' },
          { target: '.still', actions: 'begin anew' },
        ],
        HURRY: { actions: 'hurry' },
        LISTED: { actions: 'have the list' },
        PICK_DEED: { target: '.still', actions: ['take the deed', 'begin anew'] },
        DROP_DEED: { target: '.still', actions: ['leave the deed', 'begin anew'] },
      },
      states: {
        still: { description: 'What there is to choose from is there.' },
        typing: {
          description: 'The operator is still typing.',
          after: { pause: 'searching' },
        },
        searching: {
          description: 'The server is being asked for what has the text in its name; what is known of it is offered.',
          invoke: {
            id: 'search',
            src: 'search',
            input: ({ context: { reach, deed, text } }) => ({ reach, deed, text: text.trim() }),
          },
          on: { found: { actions: 'keep what was found' }, ended: 'still' },
        },
      },
    },
  },
})
