import { Button, Spinner } from '@blueprintjs/core'
import { TimelineEvents } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { fetchEvents, type Event, type EventKind, type TimelineOf } from '../../api/events.ts'
import type { FleetSource } from '../../api/phone-patches.ts'
import { timelineMachine } from '../../machines/events/timeline.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { dayText, momentText } from '../../ui/moment.ts'
import { mayCall } from '../../permissions.ts'
import { useFleet } from '../remote/fleet.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { durationText, eventKinds, eventText, marketOf, whyText } from './event-words.ts'
import styles from './Timeline.module.css'

const noKinds: readonly EventKind[] = []

interface TimelineProps {
  of: TimelineOf
  /** The kinds to begin with. */
  kinds?: readonly EventKind[]
  /** Where the kinds stand in the address, which then makes another timeline of them. */
  onKinds?: (kinds: readonly EventKind[]) => void
}

/** The kinds that a timeline may have: jobs belong to phones, actions to those who may read the log, boxes to those who may list them. */
function useOffered({ device_id, environment_id, user_id }: TimelineOf): readonly EventKind[] {
  const { role } = useCurrentUser()
  const isOfMachine = environment_id === undefined && user_id === undefined
  return eventKinds.filter((kind) => {
    if (kind === 'job') return device_id !== undefined
    if (kind === 'action') return mayCall(role, 'logList')
    if (kind === 'box') return device_id === undefined && isOfMachine && mayCall(role, 'boxList')
    return kind === 'shop' || isOfMachine
  })
}

/** Live changes of the one whose timeline it is; of a person's and of the whole branch, whatever changes. */
function hearOf(fleet: FleetSource, of: TimelineOf, listener: () => void): () => void {
  const [type, id] = Object.entries({ device: of.device_id, environment: of.environment_id, box: of.box_id }).find(
    ([, id]) => id !== undefined,
  ) ?? [undefined]
  const stops = [
    fleet.onPatch((patch) => (type === undefined || (patch.type === type && patch.id === id)) && listener()),
    fleet.onReturn(listener),
  ]
  return () => stops.forEach((stop) => stop())
}

/** What happened, day by day, the newest first. */
export function Timeline({ of, kinds: first = noKinds, onKinds }: TimelineProps) {
  const { t } = useTranslation()
  const offered = useOffered(of)
  const fleet = useFleet()
  const timeline = useScreenActor(timelineMachine, {
    key: [of, first],
    input: {
      kinds: first,
      fetchPage: (kinds, cursor, signal) => fetchEvents(of, kinds, cursor, signal),
      hear: (listener) => hearOf(fleet, of, listener),
    },
  })
  const now = useSelector(timeline, (snapshot) => snapshot)
  const { kinds, events, cursor, failure } = now.context
  const toggle = (kind: EventKind) => {
    const wanted = kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind]
    if (onKinds) onKinds(wanted)
    else timeline.send({ type: 'NARROW', kinds: wanted })
  }
  const days = Map.groupBy(events, ({ at }) => dayText(at))
  return (
    <div className={styles.timeline}>
      <div className={styles.kinds} role="group" aria-label={t('events.field.kind')}>
        {offered.map((kind) => (
          <button
            key={kind}
            type="button"
            className={styles.kind}
            aria-pressed={kinds.includes(kind)}
            onClick={() => toggle(kind)}
          >
            {t(`events.kind.${kind}`)}
          </button>
        ))}
      </div>
      {now.matches({ shown: 'behind' }) && (
        <p role="status" className={styles.failure}>
          {t('events.behind')}{' '}
          <Button size="small" text={t('events.retry')} onClick={() => timeline.send({ type: 'RETRY' })} />
        </p>
      )}
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 className={styles.day}>{day}</h2>
          <ol className={styles.events}>
            {ofDay.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ol>
        </section>
      ))}
      {now.matches('shown') && events.length === 0 && (
        <EmptyState icon={<TimelineEvents size={40} />} title={t('events.none')} description={t('events.noneHint')} />
      )}
      {failure !== '' && !now.matches('loading') && (
        <p role="alert" className={styles.failure}>
          {t('events.failed', { message: failure })}{' '}
          <Button size="small" text={t('events.retry')} onClick={() => timeline.send({ type: 'EARLIER' })} />
        </p>
      )}
      {now.matches('loading') && events.length === 0 && (
        <Spinner size={24} className={styles.nothing} aria-label={t('events.loading')} />
      )}
      {cursor !== null && (
        <Button
          variant="outlined"
          className={styles.more}
          loading={now.matches('loading')}
          text={t('events.more')}
          onClick={() => timeline.send({ type: 'EARLIER' })}
        />
      )}
    </div>
  )
}

/** Whose timeline the event leads to. */
function placeOf({ kind, device, box, environment }: Event): string | undefined {
  if (kind === 'shop' && environment !== null) return `/timeline?environment_id=${environment.id}`
  if (kind === 'box' && box !== null) return `/timeline?box_id=${box.id}`
  return kind === 'action' || device === null ? undefined : `/timeline?device_id=${device.id}`
}

function EventRow({ event }: { event: Event }) {
  const { t } = useTranslation()
  const place = placeOf(event)
  const why = whyText(t, event)
  const market = marketOf(event)
  const hasSpan = event.kind !== 'action' && event.kind !== 'job'
  return (
    <li className={styles.event}>
      <span className={styles.at}>
        <Moment at={event.at}>{momentText(event.at).slice(11)}</Moment>
      </span>
      <span className={styles.tag} data-kind={event.kind}>
        {t(`events.kind.${event.kind}`)}
      </span>
      <span className={styles.what}>
        {place === undefined ? eventText(t, event) : <Link to={place}>{eventText(t, event)}</Link>}
        {market !== undefined && <span className={styles.why}>{t(`environments.names.${market}`)}</span>}
        {why !== '' && <span className={styles.why}>{why}</span>}
      </span>
      {event.kind !== 'offline' && <span className={styles.who}>{event.user?.user_name}</span>}
      {hasSpan && (
        <span className={styles.duration} data-going-on={event.until === null}>
          {event.until === null ? t('events.goesOn') : durationText(t, event.until - event.at)}
        </span>
      )}
    </li>
  )
}
