import { useTranslation } from 'react-i18next'
import { signInAddress } from '../../api/people.ts'
import { useConsole, useNotify } from '../session/session-context.tsx'

/** Tells that an account has a new password, and offers to copy what its user signs in with; of none, only what was done. */
export function useAccountNotice(): (text: string, account: { name: string; password: string }) => void {
  const { t } = useTranslation()
  const notify = useNotify()
  const console = useConsole()
  return (text, account) => {
    const copy = () =>
      console.send({
        type: 'copy',
        text: t('people.form.signIn', { ...account, address: signInAddress(account.name) }),
      })
    const action = account.password === '' ? {} : { action: { text: t('people.form.copySignIn'), run: copy } }
    notify({ kind: 'success', text, ...action })
  }
}
