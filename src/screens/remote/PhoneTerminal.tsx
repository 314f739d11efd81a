import { Button, Spinner } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { SnapshotFrom } from 'xstate'
import type { PhoneTerminal as PhoneTerminalActor, phoneTerminalMachine } from '../../machines/remote/phone-terminal.ts'
import { TerminalView } from '../../ui/TerminalView.tsx'
import styles from './PhoneTerminal.module.css'
import { reasonText } from '../../../texts/reason.ts'

/** What a touch screen's keyboard lacks, and what each sends. */
const keys = [
  ['Esc', '\x1b'],
  ['Tab', '\t'],
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
  ['↑', '\x1b[A'],
  ['↓', '\x1b[B'],
  ['←', '\x1b[D'],
  ['→', '\x1b[C'],
] as const

type Snapshot = SnapshotFrom<typeof phoneTerminalMachine>

const isOpen = (snapshot: Snapshot): boolean => snapshot.matches({ attached: 'open' })
const isUnderWay = (snapshot: Snapshot): boolean =>
  snapshot.matches('asking') || snapshot.matches({ attached: 'connecting' })
const mayOpen = (snapshot: Snapshot): boolean => snapshot.can({ type: 'open' })

/** A shell on the phone, and under it what is to be said of it. */
export function PhoneTerminal({ terminal, name }: { terminal: PhoneTerminalActor; name: string }) {
  const { t } = useTranslation()
  const screen = useSelector(terminal, ({ context }) => context.screen)
  const open = useSelector(terminal, isOpen)
  return (
    <div className={styles.panel}>
      <TerminalView screen={screen} label={t('remote.terminal.label', { name })} />
      {open ? (
        <div
          className={styles.keys}
          role="toolbar"
          aria-label={t('remote.terminal.keys')}
          // The caret stays in the terminal.
          onMouseDown={(event) => event.preventDefault()}
        >
          {keys.map(([key, text]) => (
            <Button key={key} size="small" text={key} onClick={() => screen.type(text)} />
          ))}
        </div>
      ) : (
        <TerminalBar terminal={terminal} />
      )}
    </div>
  )
}

/** Why there is no shell now, and how to get one. */
function TerminalBar({ terminal }: { terminal: PhoneTerminalActor }) {
  const { t } = useTranslation()
  const underWay = useSelector(terminal, isUnderWay)
  const offersOpen = useSelector(terminal, mayOpen)
  const state = useSelector(terminal, ({ value }) => value)
  const exitCode = useSelector(terminal, ({ context }) => context.exitCode)
  const reason = reasonText(
    t,
    useSelector(terminal, ({ context }) => context.reason),
  )
  const text = (): string => {
    if (underWay) return t('remote.terminal.opening')
    if (state === 'ended') return t('remote.terminal.ended')
    if (exitCode !== null) return t('remote.terminal.exited', { code: exitCode })
    return reason === '' ? t('remote.terminal.closed') : reason
  }
  return (
    <div className={styles.bar} role="status">
      {underWay && <Spinner size={16} />}
      <span className={styles.text}>{text()}</span>
      {offersOpen && (
        <Button size="small" text={t('remote.terminal.open')} onClick={() => terminal.send({ type: 'open' })} />
      )}
    </div>
  )
}
