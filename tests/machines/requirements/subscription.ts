import { addSeconds, differenceInHours, fromUnixTime } from 'date-fns'
import { subscriptionMachine } from '../../../src/machines/shell/subscription.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, now, when } from '../../support/requirements/sentences.ts'

/** 2026-11-25 12:00 in UTC, in seconds. */
const began = 1_795_694_400
const service = { expiration: 3_602, timestamp: began }
const longer = { expiration: 7_195, timestamp: began * 1_000 }
/** Twelve seconds before the end; five seconds before the last but one hour of the longer service. */
const first = (began + 3_590) * 1_000

const endOf = ({ expiration }: typeof service) => addSeconds(fromUnixTime(began), expiration)

export default specification(
  {
    machine: subscriptionMachine,
    input: (play) => ({ ...service, now: () => first + play.time.now() }),
    happenings: {
      'a second passes': (play) => play.wait(1_000),
      'half a second passes': (play) => play.wait(500),
      'ten seconds pass': (play) => play.wait(10_000),
      'it is renewed': (play) => play.send({ type: 'changed', service: longer }),
      'it is cut': (play) => play.send({ type: 'changed', service }),
    },
    keep: ({ context: { endsAt, left } }) => [endsAt, Math.min(left, 13_000)],
    screen: (snapshot) => ({ isExpired: snapshot.matches('expired'), left: snapshot.context.left }),
  },
  {
    'SPEC §4: it shows 已过期 when expiration and timestamp have passed, as date-fns reckons': always((step) => {
      const changes = step.past.filter(({ happened }) => happened.startsWith('it is'))
      const end = endOf(changes.at(-1)?.happened === 'it is renewed' ? longer : service)
      const seen = Math.floor((step.at - (changes.at(-1)?.at ?? 0)) / 1_000) * 1_000 + (changes.at(-1)?.at ?? 0)
      return step.screen.isExpired === first + seen >= end.getTime()
    }),
    'SPEC §9: the hours that are left are those of date-fns, and no older than a second': when(
      ({ screen }) => !screen.isExpired,
      now((step) => {
        const changes = step.past.filter(({ happened }) => happened.startsWith('it is'))
        const end = endOf(changes.at(-1)?.happened === 'it is renewed' ? longer : service)
        const then =
          first + Math.floor((step.at - (changes.at(-1)?.at ?? 0)) / 1_000) * 1_000 + (changes.at(-1)?.at ?? 0)
        return (
          Math.floor(step.screen.left / 3_600_000) === differenceInHours(end, then) &&
          step.screen.left === end.getTime() - then
        )
      }),
    ),
  },
)
