import { Button } from '@blueprintjs/core'
import { TimelineEvents } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { fetchSubject, type TimelineOf, type TimelineSubject } from '../../api/events.ts'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { mayOpen, placeAt } from '../../routes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useCurrentUser } from '../session/session-context.tsx'
import { SubjectCrumb } from '../shell/SubjectCrumb.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { eventKinds } from './event-words.ts'
import { EventTabs } from './EventTabs.tsx'
import { Timeline } from './Timeline.tsx'
import styles from './Timeline.module.css'

const subjects = ['device_id', 'environment_id', 'box_id', 'user_id'] as const
type SubjectKind = (typeof subjects)[number]

/** What happened in the operator's branch, or with one phone, shop, box or person of it; all that is asked for stands in the address. */
export function TimelineScreen() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const kind = subjects.find((one) => params.has(one))
  const id = kind === undefined ? '' : (params.get(kind) ?? '')
  return (
    <div className={styles.screen}>
      {kind === undefined ? (
        <>
          <EventTabs />
          <Narrowed of={{}} />
        </>
      ) : /^[1-9]\d{0,14}$/.test(id) ? (
        <OfOne kind={kind} id={Number(id)} />
      ) : (
        <>
          <EventTabs />
          <NoSubject why={t('events.badSubject')} />
        </>
      )}
    </div>
  )
}

/** The timeline of one, under its name. */
function OfOne({ kind, id }: { kind: SubjectKind; id: number }) {
  const { t } = useTranslation()
  const of: TimelineOf = { [kind]: id }
  const asked = useScreenActor(oneAnswerMachine<TimelineSubject | null>, {
    key: [kind, id],
    input: { ask: (signal) => fetchSubject(of, signal) },
  })
  const { answer: subject, failure } = useSelector(asked, ({ context }) => context)
  const again = <Button text={t('events.retry')} onClick={() => asked.send({ type: 'AGAIN' })} />
  return (
    <>
      <EventTabs subject={subject?.name} />
      {failure === '' ? (
        <>
          <p className={styles.ofOne}>
            {subject && (
              <>
                <SubjectCrumb name={subject.name} />
                <Lead kind={kind} subject={subject} />
              </>
            )}
            <Link to="/timeline">{t('events.all')}</Link>
          </p>
          <Narrowed of={of} />
        </>
      ) : (
        <NoSubject why={failure} action={again} />
      )}
    </>
  )
}

/** The list in which each kind of subject is found by its name. */
const lists: Readonly<Record<SubjectKind, (subject: TimelineSubject) => { path: string; filter: string }>> = {
  device_id: () => ({ path: '/device/list', filter: 'keyword' }),
  environment_id: ({ market }) => ({ path: `/${market}/list`, filter: 'keyword' }),
  box_id: () => ({ path: '/box/', filter: 'keyword' }),
  user_id: () => ({ path: '/user/list', filter: 'user_name' }),
}

/** The way to whom the timeline is of, for those who may go it. */
function Lead({ kind, subject }: { kind: SubjectKind; subject: TimelineSubject }) {
  const { t } = useTranslation()
  const user = useCurrentUser()
  const { path, filter } = lists[kind](subject)
  const place = placeAt(path)
  if (place === undefined || !mayOpen(user, place)) return null
  return <Link to={`${path}?${new URLSearchParams({ [filter]: subject.name })}`}>{t(`events.lead.${kind}`)}</Link>
}

function NoSubject({ why, action }: { why: string; action?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<TimelineEvents size={40} />}
      title={why}
      description={t('events.noSubjectHint')}
      action={
        <>
          {action}
          <Link to="/timeline">{t('events.all')}</Link>
        </>
      }
    />
  )
}

/** The kinds to show stand in the address. */
function Narrowed({ of }: { of: TimelineOf }) {
  const [params, setParams] = useSearchParams()
  return (
    <Timeline
      of={of}
      kinds={eventKinds.filter((kind) => params.getAll('kind').includes(kind))}
      onKinds={(wanted) => {
        const next = new URLSearchParams(params)
        next.delete('kind')
        for (const kind of wanted) next.append('kind', kind)
        setParams(next, { replace: true })
      }}
    />
  )
}
