import { Key } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { replaceToken, type Box, type BoxToken } from '../../api/boxes.ts'
import { tokenReplacementMachine } from '../../machines/boxes/token-replacement.ts'
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

/** Asks first: the running agent is cut off. Whoever looks on while it is replaced sees the next dialog, or why there is none. */
function ReplaceToken({ box, onReplaced, onClose }: ReplaceTokenProps) {
  const { t } = useTranslation()
  const notify = useNotify()
  const replacing = useScreenActor(
    tokenReplacementMachine,
    { key: box.id, input: { replace: (signal) => replaceToken(box.id, signal) } },
    ({ status, context: { token, failure } }) => {
      if (status !== 'done') return
      if (token !== undefined) return onReplaced(token)
      if (failure !== '') notify({ kind: 'error', text: t('boxes.token.failed', { message: failure }) })
      onClose()
    },
  )
  if (!useSelector(replacing, (now) => now.matches('asking'))) return null
  return (
    <ConfirmDialog
      title={t('boxes.token.title', { name: box.name })}
      loses={[t('boxes.token.loses')]}
      confirm={t('boxes.token.confirm')}
      count={1}
      onConfirm={() => replacing.send({ type: 'CONFIRM' })}
      onCancel={() => replacing.send({ type: 'CANCEL' })}
    />
  )
}

export const replacingToken: ListAction<Boxes> = {
  key: 'token',
  icon: <Key />,
  ...toChange,
  shows: (box, stage) => <ReplaceToken box={box} onReplaced={enrol(stage)} onClose={stage.close} />,
}
