import type { Place } from '../../../src/api/palette-memory.ts'
import { paletteMachine } from '../../../src/machines/shell/palette.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const [phones, people] = [[{ id: 1 }] as never, [{ value: '2', text: 'pho' }]] as const
const reach = { markets: ['amazon'], phones: true, people: true, boxes: false, jobs: true } as const
const placed = (key: string): Place => ({ key, kind: 'shop', text: key, label: '', to: `/${key}` })
/** Where the operator went on other days, as many as are offered. */
const days = Array.from({ length: 8 }, (_, day) => placed(`day ${day}`))

const leaves = /closed|goes|done/
const newPlaces: Readonly<Record<string, string>> = {
  'the operator goes to a new place': 'new',
  'the operator goes where it was on the last day but one': 'day 1',
}

export default specification(
  {
    machine: paletteMachine,
    input: (play) => ({
      reach,
      memory: {
        read: () => JSON.parse(play.notes.at(-1) ?? JSON.stringify(days)),
        write: (places) => void play.notes.push(JSON.stringify(places)),
      },
    }),
    happenings: {
      'ctrl+k is pressed': (play) => play.report('shortcut', { type: 'TOGGLE' }),
      'a question mark is pressed': (play) => play.report('shortcut', { type: 'SHOW_KEYS' }),
      'it is closed': (play) => play.send({ type: 'CLOSE' }),
      'something is typed': (play) => play.send({ type: 'TYPE', text: ' pho ' }),
      'more is typed': (play) => play.send({ type: 'TYPE', text: 'phone' }),
      'the text is emptied': (play) => play.send({ type: 'TYPE', text: ' ' }),
      'enter is struck too soon': (play) => play.send({ type: 'HURRY' }),
      'its list comes': (play) => play.send({ type: 'LISTED' }),
      'a restart is picked': (play) => play.send({ type: 'PICK_DEED', deed: 'reboot' }),
      'the restart is dropped': (play) => play.send({ type: 'DROP_DEED' }),
      'typing pauses': (play) => play.wait(10),
      'seven milliseconds pass': (play) => play.wait(7),
      'three milliseconds pass': (play) => play.wait(3),
      'phones are found': (play) => play.report('search', { type: 'found', found: { phones } }, { once: true }),
      'people are found': (play) => play.report('search', { type: 'found', found: { people } }),
      'the search ends': (play) => play.report('search', { type: 'ended' }),
      'the operator goes to a new place': (play) =>
        play.notes.length < 2 && play.send({ type: 'CHOOSE', place: placed('new') }),
      'the operator goes where it was on the last day but one': (play) =>
        play.notes.length < 2 && play.send({ type: 'CHOOSE', place: placed('day 1') }),
      'something is done that is no place': (play) => play.send({ type: 'CHOOSE', place: undefined }),
    },
    keep: ({ context: { deed, isHurried, isListed, text, phones, people } }, { notes }) => [
      deed,
      isHurried,
      isListed,
      text,
      phones.length,
      people.length,
      notes.length,
    ],
    screen: (snapshot, play) => ({
      isOpen: snapshot.matches('open'),
      areKeysListed: snapshot.matches('keys'),
      deed: snapshot.context.deed,
      isHurried: snapshot.context.isHurried,
      isListed: snapshot.context.isListed,
      text: snapshot.context.text,
      found: [snapshot.context.phones.length, snapshot.context.people.length],
      offered: snapshot.context.places.map(({ key }) => key),
      notes: [...play.notes],
      isBusy: snapshot.matches({ open: 'typing' }) || snapshot.matches({ open: 'searching' }),
    }),
  },
  {
    'DESIGN, shell: ctrl+k opens it from anywhere, and closes it': always((step, before) => {
      if (step === before) return !step.screen.isOpen && step.waits('shortcut') === 1
      if (step.happened === 'ctrl+k is pressed') return step.screen.isOpen !== before.screen.isOpen
      return (
        step.screen.isOpen === (before.screen.isOpen && !leaves.test(step.happened)) && step.waits('shortcut') === 1
      )
    }),
    'a question mark lists what keys do, unless something is being looked for, until that is closed or something is looked for':
      always((step, before) => {
        if (step === before) return !step.screen.areKeysListed
        if (step.happened === 'a question mark is pressed') return step.screen.areKeysListed === !before.screen.isOpen
        const isLeft = step.happened === 'it is closed' || step.happened === 'ctrl+k is pressed'
        return step.screen.areKeysListed === (before.screen.areKeysListed && !isLeft)
      }),
    'DESIGN, shell: the server is asked once typing has paused for 10 ms, for what was typed then': always((step) => {
      const since = step.since(({ happened }) => /typed|emptied|ctrl|closed|goes|done|restart/.test(happened))
      const isDue =
        /typed/.test(since[0]?.happened ?? '') &&
        since[0]?.before.screen.isOpen === true &&
        step.at - since[0].at >= 10 &&
        !since.slice(0, -1).some((one) => one.at - (since[0]?.at ?? 0) >= 10)
      const text = since[0]?.happened === 'something is typed' ? 'pho' : 'phone'
      return (
        same(step.calls('search'), isDue ? [{ reach, deed: step.screen.deed, text }] : []) && step.waits('search') <= 1
      )
    }),
    'DESIGN, shell: what is typed is looked for, until it is emptied or opened anew': always(
      ({ happened, screen }, before) => {
        if (!before.screen.isOpen) return screen.text === (screen.isOpen ? '' : before.screen.text)
        const texts = {
          'something is typed': ' pho ', // As it is written: more may follow a space.
          'more is typed': 'phone',
          'the text is emptied': '',
          'a restart is picked': '',
          'the restart is dropped': '',
        }
        return screen.text === (texts[happened as keyof typeof texts] ?? before.screen.text)
      },
    ),
    'what is to be done with something is kept until it is dropped, and nothing is to be done when it is opened':
      always(({ happened, screen }, before) => {
        if (!before.screen.isOpen) return !screen.isOpen || screen.deed === undefined
        if (!screen.isOpen) return true
        if (happened === 'a restart is picked') return screen.deed === 'reboot'
        return screen.deed === (happened === 'the restart is dropped' ? undefined : before.screen.deed)
      }),
    'Enter that came too soon is kept until something else is meant, and never for the next time': always(
      ({ happened, screen }, before) => {
        if (!before.screen.isOpen || !screen.isOpen) return !(screen.isOpen && screen.isHurried)
        if (happened === 'enter is struck too soon') return screen.isHurried
        const again = { ' pho ': 'something is typed', phone: 'more is typed' }[before.screen.text] === happened
        return screen.isHurried === (before.screen.isHurried && (again || !/typed|emptied|restart/.test(happened)))
      },
    ),
    'its list is there once it came while it was open, however often it is closed': always((step, before) => {
      if (step === before) return !step.screen.isListed
      const comes = step.happened === 'its list comes' && before.screen.isOpen
      return step.screen.isListed === (before.screen.isListed || comes)
    }),
    'DESIGN, shell: what was found is offered, until there is something else': always(
      ({ happened, screen }, before) => {
        const [ofPhones, ofPeople] = before.screen.found
        if (happened === 'phones are found') return same(screen.found, [1, ofPeople])
        if (happened === 'people are found') return same(screen.found, [ofPhones, 1])
        const isNew =
          (!before.screen.isOpen && screen.isOpen) || (before.screen.isOpen && /emptied|restart/.test(happened))
        return same(screen.found, isNew ? [0, 0] : before.screen.found)
      },
    ),
    'where the operator went is offered when it is opened again: the latest first, each place once, eight at most':
      always(({ happened, screen, past }, before) => {
        if (before.screen.isOpen || !screen.isOpen)
          return same(screen.offered, before.screen.offered) || happened === 'at first'
        const wentTo = past.flatMap((step) =>
          step.before.screen.isOpen && step.happened in newPlaces ? [newPlaces[step.happened] ?? ''] : [],
        )
        const all = [...wentTo.toReversed(), ...days.map(({ key }) => key)]
        return same(screen.offered, [...new Set(all)].slice(0, 8))
      }),
    'only where the operator went is remembered': always(({ happened, screen }, before) => {
      const isNoted = before.screen.isOpen && happened in newPlaces
      return screen.notes.length === before.screen.notes.length + (isNoted ? 1 : 0)
    }),
    'what is asked is given up when it is closed or typed over': always(
      (step) => !/typed|emptied|closed|ctrl|goes|done|ends|restart/.test(step.happened) || step.waits('search') === 0,
    ),
    'that it is being looked for is to be seen, from the first letter to the answer': always((step, before) => {
      const { happened, screen } = step
      if (!screen.isOpen || (!before.screen.isOpen && screen.isOpen)) return !screen.isBusy
      if (/typed/.test(happened)) return screen.isBusy
      return screen.isBusy === (before.screen.isBusy && !/ends|emptied|restart/.test(happened))
    }),
  },
)
