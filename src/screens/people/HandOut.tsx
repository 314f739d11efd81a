import { MobilePhone } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { countToHandOut, handOut } from '../../api/device-forms.ts'
import type { User } from '../../api/people.ts'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import type { ListAction } from '../lists/list-definition.ts'
import { useUndo } from '../lists/use-undo.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { mayHandOut, mayManage, quotaLeft, type OfUsers } from './user-columns.ts'

interface HandOutProps {
  user: User
  onSaved: () => void
  onClose: () => void
}

/** Gives a user phones of the operator's own by their number, whichever are free. */
function HandOut({ user, onSaved, onClose }: HandOutProps) {
  const { t } = useTranslation()
  const { id: own } = useCurrentUser()
  const undoing = useUndo()
  const name = user.user_name
  const input = { ask: (signal: AbortSignal) => countToHandOut(own, signal) }
  const free = useSelector(
    useScreenActor(oneAnswerMachine<number>, { input, key: own }),
    ({ context }) => context.answer,
  )
  const form = useRecordForm(handOut(own, user.id, quotaLeft(user)), {
    key: user.id,
    onSaved({ given, entries }) {
      undoing.tell(t('people.handedOut', { count: given, name }), entries, onSaved)
      onSaved()
    },
    onLeft: onClose,
  })
  const { count } = form.values
  return (
    <FormDialog
      form={form}
      title={t('people.form.handOutTo', { name })}
      submitText={t('devices.edit.give', { n: Number(count) })} // What is typed may be no number yet.
    >
      <p data-whole>{t('people.owns', { name, owned: user.device_count ?? 0, quota: user.thread_number })}</p>
      <NumberField
        field={form.field('count')}
        label={t('people.field.device_count')}
        unit={t('people.form.phonesAtOnce')}
        hint={free === undefined ? undefined : t('people.form.freePhones', { count: free })}
      />
    </FormDialog>
  )
}

export const handingOut: ListAction<OfUsers> = {
  key: 'handOut',
  icon: <MobilePhone />,
  operation: 'deviceEdit',
  when: (user, { role }) => mayHandOut(role) && mayManage(role, user),
  reason: (user, { t }) => (quotaLeft(user) === 0 ? t('people.reason.quotaFull') : undefined),
  shows: (user, { saved, close }) => <HandOut user={user} onSaved={saved} onClose={close} />,
}
