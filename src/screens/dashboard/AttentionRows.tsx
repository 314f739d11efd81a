import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Summary } from '../../api/dashboard-summary.ts'
import { actAtOnce } from '../../api/devices.ts'
import type { ImportLeftover } from '../../api/import-leftovers.ts'
import type { BegunJob } from '../../api/jobs.ts'
import { mayCall } from '../../permissions.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Interrupted } from '../devices/Interrupted.tsx'
import { useSingleCall } from '../forms/use-single-call.ts'
import { askedTool } from '../lists/asked-row.ts'
import { useCurrentUser, useImportLeftovers, useNotify } from '../session/session-context.tsx'
import { useFront } from '../shell/use-front.ts'
import { FailedJobRow } from './FailedJobRow.tsx'
import { OwnServiceRow, ServiceRow } from './ServiceRow.tsx'
import { TroubledRow } from './TroubledRow.tsx'

type Shared = Summary['shared']['items'][number]

/** Of shops with an address in common, so many are named. */
const named = 4

interface AttentionRowsProps {
  /** The card's own, as the one below, which a chunk for the two of them would cost the first page a request. */
  styles: CSSModuleClasses
  /** How long a service still runs that ends then. */
  leftUntil: (ends_at: number) => string
  summary: Summary
  left: readonly ImportLeftover[]
  /** Something was done about it. */
  onActed: () => void
}

/** Whatever somebody has to look at, and how much of each kind is not shown. */
export function AttentionRows({ styles, leftUntil, summary, left, onActed }: AttentionRowsProps) {
  const { id, role } = useCurrentUser()
  const { troubled, shared, failed_jobs, expiring, own_service } = summary
  const others = expiring.items.filter((one) => one.id !== id)
  const hiddenPeople = expiring.total - others.length - (own_service === null ? 0 : 1)
  return (
    <>
      {troubled.items.map((one) => (
        <TroubledRow key={JSON.stringify([one.status, one.reason])} styles={styles} troubled={one} onActed={onActed} />
      ))}
      <HiddenRow
        styles={styles}
        count={troubled.total - troubled.items.length}
        to="/device/list?status=faulty&status=offline"
      />
      {shared.items.map((one) => (
        <SharedRow key={`${one.market} ${one.address}`} styles={styles} shared={one} onActed={onActed} />
      ))}
      {mayCall(role, 'reportIp') && (
        <HiddenRow styles={styles} count={shared.total - shared.items.length} to="/report/list?shared=true" />
      )}
      {failed_jobs.items.map((one) => (
        <FailedJobRow key={one.id} styles={styles} job={one} onActed={onActed} />
      ))}
      <HiddenRow
        styles={styles}
        count={failed_jobs.total - failed_jobs.items.length}
        to="/device/list"
        state={askedTool('devices.act.history')}
      />
      {own_service && <OwnServiceRow styles={styles} service={own_service} left={leftUntil(own_service.ends_at)} />}
      {others.map((one) => (
        <ServiceRow key={one.id} styles={styles} user={one} left={leftUntil(one.ends_at)} />
      ))}
      <HiddenRow styles={styles} count={hiddenPeople} to="/user/list?service=expiring" />
      {left.map((one) => (
        <LeftoverRow key={`${one.market} ${left.indexOf(one)}`} styles={styles} left={one} />
      ))}
    </>
  )
}

interface HiddenRowProps {
  styles: CSSModuleClasses
  count: number
  /** Where all of them stand. */
  to: string
  state?: unknown
}

/** That there is more of a kind, and where. */
function HiddenRow({ styles, count, to, state }: HiddenRowProps) {
  const { t } = useTranslation()
  if (count <= 0) return null
  return (
    <li>
      <span className={styles.names}>{t('attention.hidden', { n: count })}</span>
      <span className={styles.acts}>
        <Link to={to} state={state} className={styles.look}>
          {t('attention.look')}
        </Link>
      </span>
    </li>
  )
}

interface SharedRowProps {
  styles: CSSModuleClasses
  shared: Shared
  onActed: () => void
}

/** Open shops of one market that reach the internet from one address: all but one get another, from here. */
function SharedRow({ styles, shared: { address, market, shops }, onActed }: SharedRowProps) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const notify = useNotify()
  const changing = useSingleCall<BegunJob, readonly number[]>(() => onActed())
  const [kept, ...others] = shops
  // The address of one behind a proxy is the proxy's: its phone can have as many as it likes.
  const movable = others.filter(({ proxied }) => !proxied)
  const ids = movable.map(({ device_id }) => device_id)
  const ask = () =>
    changing.ask(ids, async (signal) => {
      const job = await actAtOnce({ ids }, 'change_ip', signal)
      notify({ kind: 'success', text: t('attention.changing', { n: ids.length }) })
      return job
    })
  const text = t('attention.shared', { n: shops.length, market: t(`environments.names.${market}`), address })
  return (
    <li>
      <strong className={styles.what}>
        <StatusTag tone="danger" text={text} />
      </strong>
      <span className={styles.names}>
        {shops.slice(0, named).map(({ id, name, device_name }) => (
          <span key={id} className={styles.name} title={device_name}>
            {name}
          </span>
        ))}
        {shops.length > named && (
          <span className={styles.name}>{t('attention.more', { n: shops.length - named })}</span>
        )}
        {movable.length === 0 && t('attention.proxied')}
      </span>
      <span className={styles.acts}>
        {mayCall(role, 'reportIp') && (
          <Link to={`/report/list?keyword=${encodeURIComponent(address)}`} className={styles.look}>
            {t('attention.look')}
          </Link>
        )}
        {movable.length > 0 && mayCall(role, 'deviceRun') && (
          <Button
            size="small"
            intent="primary"
            loading={changing.busy}
            text={t('attention.change', { n: ids.length })}
            onClick={ask}
          />
        )}
      </span>
      {changing.asked && (
        <ConfirmDialog
          title={t('attention.changeTitle')}
          loses={[
            t('attention.changes', {
              shops: movable.map(({ name }) => name).join(t('table.separator')),
              kept: kept?.name,
            }),
          ]}
          confirm={t('attention.change', { n: ids.length })}
          count={changing.asked.length}
          onConfirm={changing.confirm}
          onCancel={changing.cancel}
        >
          <Interrupted target={{ ids: changing.asked }} />
        </ConfirmDialog>
      )}
    </li>
  )
}

/** An import whose good lines went in: the others are finished from here. */
function LeftoverRow({ styles, left }: { styles: CSSModuleClasses; left: ImportLeftover }) {
  const { t } = useTranslation()
  const leftovers = useImportLeftovers()
  const question = useFront<'giving up'>()
  const { market, name, count, gone } = left
  return (
    <li>
      <strong className={styles.what}>
        <StatusTag tone="warn" text={t('attention.left', { market: t(`environments.names.${market}`), n: count })} />
      </strong>
      <span className={styles.names}>
        <span className={styles.name}>{name}</span>
        {t('attention.imported', { n: gone.size })}
      </span>
      <span className={styles.acts}>
        <Button
          size="small"
          variant="outlined"
          className={styles.look}
          text={t('attention.giveUp')}
          onClick={() => question.open('giving up')}
        />
        <Link to={`/${market}/list`} state={askedTool('environments.import')} className={styles.look}>
          {t('attention.resume')}
        </Link>
      </span>
      {question.front === 'giving up' && (
        <ConfirmDialog
          title={t('attention.left', { market: t(`environments.names.${market}`), n: count })}
          loses={[t('attention.givesUp', { file: name, n: count })]}
          confirm={t('attention.giveUp')}
          count={1}
          onConfirm={() => {
            question.close('giving up') // The next one of the market stands here then.
            leftovers.replace(left, undefined)
          }}
          onCancel={() => question.close('giving up')}
        />
      )}
    </li>
  )
}
