import { Button } from '@blueprintjs/core'
import { LogOut } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useCallback, useSyncExternalStore } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { phaseOf } from './remote-phase.ts'
import { successorOf, type Member, type SynchronisedControl } from '../../machines/remote/synchronised-control.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FollowerTile } from './FollowerTile.tsx'
import { LeaderPanel } from './LeaderPanel.tsx'
import { SynchronisedOptions } from './SynchronisedOptions.tsx'
import styles from './SynchronisedDesk.module.css'

const isInStep = ({ session, isPaused }: Member): boolean =>
  !isPaused && ['live', 'silent'].includes(phaseOf(session.getSnapshot()))
const isHeld = ({ session }: Member): boolean => session.getSnapshot().can({ type: 'take over' })

/** What is so of the members now: a number, or nothing. */
function useNow<Fact extends number | undefined>(members: readonly Member[], factOf: () => Fact): Fact {
  const subscribe = useCallback(
    (changed: () => void) => {
      const watching = members.map(({ session }) => session.subscribe(changed))
      return () => watching.forEach((each) => each.unsubscribe())
    },
    [members],
  )
  return useSyncExternalStore(subscribe, factOf)
}

/** Many phones under one hand: the leader large, to be touched and typed into, and beside it those that follow. */
export function SynchronisedDesk({ control }: { control: SynchronisedControl }) {
  const { t } = useTranslation()
  const members = useSelector(control, ({ context }) => context.members)
  const leaderId = useSelector(control, ({ context }) => context.leader)
  const contested = useSelector(control, ({ context }) => context.contested)
  const isConfirming = useSelector(control, (snapshot) => snapshot.matches({ controlling: { hands: 'confirming' } }))
  const inStep = useNow(members, () => members.filter(isInStep).length)
  const held = useNow(members, () => members.filter(isHeld).length)
  const successor = useNow(members, () => successorOf({ members, leader: leaderId })?.id)
  const leader = members.find(({ id }) => id === leaderId)
  if (leader === undefined) return null // Between two renderings, while it is being left.

  return (
    <main className={styles.desk}>
      <header className={styles.header}>
        <h1 className={styles.title}>{t('remote.sync.title')}</h1>
        <span className={styles.count} role="status" data-short={inStep < members.length || undefined}>
          {t('remote.sync.following', { n: inStep, all: members.length })}
        </span>
        <span className={styles.space} />
        {held > 0 && (
          <Button
            variant="outlined"
            intent="warning"
            text={t('remote.sync.takeOverAll', { n: held })}
            onClick={() => control.send({ type: 'take over', ids: members.map(({ id }) => id) })}
          />
        )}
        <Button icon={<LogOut />} text={t('remote.sync.leave')} onClick={() => control.send({ type: 'leave' })} />
      </header>
      <LeaderPanel leader={leader} successor={members.find(({ id }) => id === successor)} control={control} />
      <section className={styles.others} aria-label={t('remote.sync.followers')}>
        <SynchronisedOptions control={control} />
        <ul className={styles.followers}>
          {members
            .filter(({ id }) => id !== leaderId)
            .map((member) => (
              <li key={member.id} className={styles.follower}>
                <FollowerTile member={member} control={control} />
              </li>
            ))}
        </ul>
      </section>
      {isConfirming && (
        <ConfirmDialog
          title={t('remote.sync.confirmTitle', { count: contested.length })}
          loses={[
            t('remote.sync.confirmLoses', { who: holdersOf(t, members, contested) || t('remote.sync.somebody') }),
          ]}
          confirm={t('remote.sync.confirm', { n: contested.length })}
          count={contested.length}
          onConfirm={() => control.send({ type: 'confirm' })}
          onCancel={() => control.send({ type: 'cancel' })}
        />
      )}
    </main>
  )
}

/** The names of those who would be cut off, each once. */
function holdersOf(t: TFunction, members: readonly Member[], contested: readonly number[]): string {
  const names = members
    .filter(({ id }) => contested.includes(id))
    .map(({ session }) => session.getSnapshot().context.holder?.user_name ?? '')
  return [...new Set(names.filter((name) => name !== ''))].join(t('table.separator'))
}
