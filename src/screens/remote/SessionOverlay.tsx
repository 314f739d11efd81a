import { Button, Spinner } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { phaseOf } from './remote-phase.ts'
import type { Device } from '../../api/devices.ts'
import type { PhoneChange } from '../../machines/remote/phone-change.ts'
import type { RemoteSession, RemoteSnapshot } from '../../machines/remote/remote-session.ts'
import { AnotherPhone } from './AnotherPhone.tsx'
import styles from './SessionOverlay.module.css'
import { reasonText } from '../../../texts/reason.ts'

type Act = 'observe' | 'take control' | 'take over' | 'confirm' | 'cancel' | 'retry'

interface SessionOverlayProps {
  session: RemoteSession
  /** The operator's id: somebody else's control is worded otherwise than one's own in another window. */
  userId: number
  /** As far as it is known. */
  phone?: Device | null
  /** Opens what is open on it on another one. */
  change?: PhoneChange
}

const isAway = (snapshot: RemoteSnapshot): boolean => snapshot.matches({ attached: 'interrupted' })

const said = (title: string, text: string, ...actions: ReactNode[]) => (
  <div className={styles.card} role="alert">
    <strong className={styles.title}>{title}</strong>
    <p className={styles.text}>{text}</p>
    {actions.length > 0 && <div className={styles.actions}>{actions}</div>}
  </div>
)

const busy = (text: string, detail = '', action?: ReactNode) => (
  <div className={styles.veil}>
    <div className={styles.busy} role="status">
      <Spinner size={18} />
      <span>
        {text}
        {detail !== '' && <small className={styles.detail}>{detail}</small>}
        {action}
      </span>
    </div>
  </div>
)

/** What is going on while there is no picture to be touched, in words, and what the operator may do about it. */
export function SessionOverlay({ session, userId, phone = null, change }: SessionOverlayProps) {
  const { t } = useTranslation()
  const phase = useSelector(session, phaseOf)
  const away = useSelector(session, isAway)
  const holder = useSelector(session, ({ context }) => context.holder)
  const silentFor = useSelector(session, ({ context }) => context.silentFor)
  const reason = reasonText(
    t,
    useSelector(session, ({ context }) => context.reason),
  )

  const act = (type: Act, text: string, intent: 'none' | 'primary' | 'danger' = 'none') => (
    <Button
      key={type}
      intent={intent}
      text={text}
      disabled={!session.getSnapshot().can({ type })}
      onClick={() => session.send({ type })}
    />
  )
  const another = <AnotherPhone key="another" phone={phone} change={change} />
  const serverSays = reason === '' ? '' : t('remote.overlay.serverSays', { reason })
  const isSelf = holder?.id === userId
  const mayTakeOver = holder?.mayBeInterrupted !== false
  const name = holder?.user_name ?? ''

  switch (phase) {
    case 'live':
    case 'observing':
      return null
    case 'silent': // It may come to: the video stays in the operator's hands.
      return (
        <div className={styles.passable} data-passable>
          {busy(t('remote.overlay.silent'), t('remote.overlay.silentFor', { seconds: silentFor }))}
        </div>
      )
    case 'asking':
    case 'connecting':
    case 'waiting':
      return busy(t(`remote.overlay.${phase}`))
    case 'preparing':
      return busy(
        t('remote.overlay.preparing'),
        phone === null ? '' : t(`devices.reason.${phone.status}`),
        act('observe', t('remote.act.observe')),
      )
    case 'reconnecting':
      return away ? busy(t('remote.overlay.phoneAway'), reason, another) : busy(t('remote.overlay.reconnecting'))
    case 'lost':
      return said(
        t('remote.overlay.lostTitle'),
        `${t('remote.overlay.lost')}${serverSays === '' ? '' : ` ${serverSays}`}`,
        act('retry', t('remote.act.retry'), 'primary'),
      )
    case 'refused':
      return said(
        isSelf ? t('remote.overlay.refusedBySelf') : t('remote.overlay.refusedTitle', { name }),
        t(mayTakeOver ? 'remote.overlay.refused' : 'remote.overlay.othersShop'),
        act('observe', t('remote.act.observe'), 'primary'),
        mayTakeOver ? act('take over', t('remote.act.takeOver')) : act('retry', t('remote.act.retry')),
      )
    case 'takenOver':
      return said(
        holder === null
          ? t('remote.overlay.takenOverByNobody')
          : isSelf
            ? t('remote.overlay.takenOverBySelf')
            : t('remote.overlay.takenOverTitle', { name }),
        t(mayTakeOver ? 'remote.overlay.takenOver' : 'remote.overlay.othersShop'),
        act('observe', t('remote.act.observe'), 'primary'),
        mayTakeOver ? act('take over', t('remote.act.takeBack')) : act('retry', t('remote.act.retry')),
      )
    case 'free':
      return said(
        t('remote.overlay.freeTitle'),
        t('remote.overlay.takenOver'),
        act('take over', t('remote.act.takeControl'), 'primary'),
        act('observe', t('remote.act.observe')),
      )
    case 'idled':
      return said(
        t('remote.overlay.idledTitle'),
        t('remote.overlay.idled'),
        act('take control', t('remote.act.takeControl'), 'primary'),
        act('observe', t('remote.act.observe')),
      )
    case 'confirming':
      return said(
        t('remote.overlay.confirmTitle'),
        holder === null ? t('remote.overlay.confirmUnknown') : t('remote.overlay.confirm', { name }),
        act('cancel', t('remote.act.cancel')),
        act('confirm', t('remote.act.confirm'), 'danger'),
      )
    case 'unavailable':
      return said(
        t('remote.overlay.unavailableTitle'),
        `${reason === '' ? '' : `${reason} `}${t('remote.overlay.unavailable')}`,
        act('retry', t('remote.act.retry'), 'primary'),
        act('observe', t('remote.act.observe')),
        ...(phone?.status === 'offline' ? [another] : []),
      )
    case 'forbidden':
      return said(t('remote.overlay.forbiddenTitle'), serverSays, act('observe', t('remote.act.observe'), 'primary'))
    case 'missing':
      return said(t('remote.overlay.missingTitle'), t('remote.overlay.missing'), another)
    case 'unsupported':
      return said(
        t('remote.overlay.unsupportedTitle'),
        t(isSecureContext ? 'remote.overlay.unsupported' : 'remote.overlay.unsupportedInsecure'),
      )
    default:
      return said(t('remote.overlay.endedTitle'), t('remote.overlay.ended'))
  }
}
