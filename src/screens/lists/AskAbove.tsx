import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { fetchAccount, type AccountFacts } from '../../api/people.ts'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'

const input = { ask: (signal: AbortSignal) => fetchAccount(false, signal) }

/** Whom to ask for the first rows of a list: whoever stands above, and how that one is reached, where it is known. */
export function AskAbove() {
  const { t } = useTranslation()
  const account = useScreenActor(oneAnswerMachine<AccountFacts>, { input })
  const above = useSelector(account, ({ context }) => context.answer?.contact)
  return (
    <>
      <p>{t('firstSteps.ask')}</p>
      {above && (
        <p>
          {t('dashboard.contact')}:{' '}
          <strong>
            {[above.user_name, above.contact_name, above.phone, above.email].filter((text) => text !== '').join(' · ')}
          </strong>
        </p>
      )}
    </>
  )
}
