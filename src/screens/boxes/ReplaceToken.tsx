import { Key } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { replaceToken, type Box, type BoxToken } from '../../api/boxes.ts'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { ListAction } from '../lists/list-definition.ts'
import { useNotify } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { toChange, type Boxes } from './box-columns.ts'
import { enrol } from './Enrolment.tsx'

interface ReplaceTokenProps {
  box: Box
  onReplaced: (token: BoxToken) => void
  onClose: () => void
}

/** Asks first: the running agent is cut off. */
function ReplaceToken({ box, onReplaced, onClose }: ReplaceTokenProps) {
  const { t } = useTranslation()
  const [confirmed, setConfirmed] = useState(false)
  if (confirmed) return <Replacing box={box} onReplaced={onReplaced} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t('boxes.token.title', { name: box.name })}
      loses={[t('boxes.token.loses')]}
      confirm={t('boxes.token.confirm')}
      count={1}
      onConfirm={() => setConfirmed(true)}
      onCancel={onClose}
    />
  )
}

/** The token is being replaced; whoever looks on sees the next dialog, or why there is none. */
function Replacing({ box, onReplaced, onClose }: ReplaceTokenProps) {
  const { t } = useTranslation()
  const notify = useNotify()
  const replacing = useScreenActor(
    oneAnswerMachine<BoxToken>,
    { key: box.id, input: { ask: (signal) => replaceToken(box.id, signal) } },
    (now) => {
      if (now.matches('answered') && now.context.answer !== undefined) onReplaced(now.context.answer)
      if (!now.matches('failed')) return
      notify({ kind: 'error', text: t('boxes.token.failed', { message: now.context.failure }) })
      onClose()
    },
  )
  useSelector(replacing, (now) => now.value)
  return null
}

export const replacingToken: ListAction<Boxes> = {
  key: 'token',
  icon: <Key />,
  ...toChange,
  shows: (box, stage) => <ReplaceToken box={box} onReplaced={enrol(stage)} onClose={stage.close} />,
}
