import { Button, ButtonGroup, Spinner } from '@blueprintjs/core'
import { Tick } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { addDays, startOfWeek } from 'date-fns'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { fetchOffline, type OfflineSummary } from '../../api/events.ts'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { momentText } from '../../ui/moment.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { causeText, durationText, wholeBox } from './event-words.ts'
import { EventTabs } from './EventTabs.tsx'
import styles from './Offline.module.css'
import screen from './Timeline.module.css'

const spans = ['thisWeek', 'lastWeek', 'last24h'] as const
type Span = (typeof spans)[number]

/** From when to when; until now where it has not ended. Weeks begin on Monday. */
function timesOf(span: Span): { from: number; to?: number } {
  const monday = startOfWeek(Date.now(), { weekStartsOn: 1 })
  if (span === 'thisWeek') return { from: monday.getTime() }
  if (span === 'lastWeek') return { from: addDays(monday, -7).getTime(), to: monday.getTime() }
  return { from: Date.now() - 86_400_000 }
}

/** Which phones were offline, for how long, and why; all that is asked for stands in the address. */
export function OfflineScreen() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const span = spans.find((one) => one === params.get('span')) ?? 'thisWeek'
  const cause = params.get('cause') ?? undefined
  const box = Number(params.get('box_id') ?? Number.NaN)
  const box_id = Number.isSafeInteger(box) && box > 0 ? box : undefined
  const asking = useScreenActor(oneAnswerMachine<OfflineSummary>, {
    key: JSON.stringify([span, cause, box_id]),
    input: { ask: (signal) => fetchOffline({ ...timesOf(span), cause, box_id }, signal) },
  })
  const { answer, failure } = useSelector(asking, ({ context }) => context)
  const change = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(params)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true })
  }
  return (
    <div className={screen.screen}>
      <EventTabs />
      <ButtonGroup className={styles.spans}>
        {spans.map((one) => (
          <Button
            key={one}
            size="small"
            active={one === span}
            aria-pressed={one === span}
            text={t(`events.offline.${one}`)}
            onClick={() => change('span', one)}
          />
        ))}
      </ButtonGroup>
      {failure !== '' && (
        <p role="alert">
          {t('events.failed', { message: failure })}{' '}
          <Button size="small" text={t('events.retry')} onClick={() => asking.send({ type: 'AGAIN' })} />
        </p>
      )}
      {answer === undefined && failure === '' && <Spinner size={24} aria-label={t('events.loading')} />}
      {answer !== undefined && (
        <Summary
          summary={answer}
          narrowed={cause !== undefined || box_id !== undefined}
          onCause={(code) => change('cause', code)}
          onBox={(id) => change('box_id', String(id))}
          onEverything={() => setParams({ span }, { replace: true })}
        />
      )}
    </div>
  )
}

interface SummaryProps {
  summary: OfflineSummary
  /** Whether only a cause or a box is shown. */
  narrowed: boolean
  onCause: (code: string) => void
  onBox: (id: number) => void
  onEverything: () => void
}

function Summary({ summary: { causes, phones, phone_count, is_cut }, narrowed, ...on }: SummaryProps) {
  const { t } = useTranslation()
  const ms = causes.reduce((sum, one) => sum + one.ms, 0)
  const longest = Math.max(1, ...causes.map((one) => one.ms))
  if (phone_count === 0 && !narrowed)
    return (
      <EmptyState
        icon={<Tick size={40} />}
        title={t('events.offline.none')}
        description={t('events.offline.noneHint')}
      />
    )
  return (
    <>
      <p className={styles.sum}>
        {t('events.offline.summary', { count: phone_count, duration: durationText(t, ms) })}{' '}
        {narrowed && <Button size="small" text={t('events.offline.everyCause')} onClick={on.onEverything} />}
      </p>
      <div className={styles.columns}>
        <section aria-label={t('events.offline.causes')}>
          <h2 className={styles.heading}>{t('events.offline.causes')}</h2>
          <ul className={styles.causes}>
            {causes.map((one) => (
              <li key={one.reason?.code ?? ''}>
                <button type="button" className={styles.cause} onClick={() => on.onCause(one.reason?.code ?? '')}>
                  <span>{causeText(t, one.reason)}</span>
                  <span className={styles.muted}>
                    {one.reason?.code === wholeBox && `${t('events.offline.wholeBox')} · `}
                    {t('events.offline.phones', { count: one.phones })}
                  </span>
                  <span className={styles.length}>{durationText(t, one.ms)}</span>
                  <span className={styles.bar} data-whole={one.reason?.code === wholeBox}>
                    <span style={{ width: `${(100 * one.ms) / longest}%` }} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
        <section aria-label={t('events.offline.title')}>
          <h2 className={styles.heading}>{t('events.offline.title')}</h2>
          {is_cut && <p className={styles.muted}>{t('events.offline.cut')}</p>}
          <ol className={styles.phones}>
            {phones.map((phone) => (
              <li key={phone.id} className={styles.phone}>
                <Link to={`/timeline?device_id=${phone.id}`} className={styles.name}>
                  {phone.name}
                </Link>
                <button type="button" className={styles.box} onClick={() => on.onBox(phone.box.id)}>
                  {t('events.offline.box')} {phone.box.name}
                </button>
                {phone.is_offline && <span className={styles.still}>{t('events.offline.stillOffline')}</span>}
                <span className={styles.length}>
                  {durationText(t, phone.ms)} · {t('events.offline.times', { count: phone.count })}
                </span>
                <ul className={styles.outages}>
                  {phone.outages.map(({ at, until, reason, user_name }) => (
                    <li key={at}>
                      <span className={styles.muted}>{momentText(at)}</span>
                      <span>{causeText(t, reason, user_name)}</span>
                      <span className={styles.muted}>
                        {until === null ? t('events.goesOn') : durationText(t, until - at)}
                      </span>
                    </li>
                  ))}
                  {phone.count > phone.outages.length && (
                    <li className={styles.muted}>
                      {t('events.offline.earlier', { count: phone.count - phone.outages.length })}
                    </li>
                  )}
                </ul>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </>
  )
}
