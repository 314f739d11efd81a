import { useTranslation } from 'react-i18next'
import { markets } from '../../../domain/markets.ts'
import { renewedUntil } from '../../../domain/service.ts'
import type { UserFacts } from '../../api/people-forms.ts'
import { ChoicesField } from '../../ui/form/ChoicesField.tsx'
import { DateTimeField } from '../../ui/form/DateTimeField.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useCurrentUser } from '../session/session-context.tsx'
import type { RecordForm } from '../forms/use-record-form.ts'
import { ServiceDays } from './ServiceDays.tsx'

/** The markets that a user gets. Those that the operator has no say in are shown, and can't be chosen. */
export function ModulesField<Values extends UserFacts>({ form }: { form: RecordForm<Values> }) {
  const { t } = useTranslation()
  const { role, modules } = useCurrentUser()
  const isBound = role === 'agent' || role === 'manager'
  const field = form.field('modules')
  return (
    <div data-whole>
      <ChoicesField
        field={field}
        label={t('people.field.modules')}
        options={markets.map((market) => ({
          value: market,
          text: t(`environments.names.${market}`),
          disabledReason:
            isBound && !modules.includes(market) && !field.value.includes(market)
              ? t('people.reason.notYourModule')
              : undefined,
        }))}
      />
    </div>
  )
}

/** What can be changed of every user: its service, its quota, how to reach it. */
export function UserFields<Values extends UserFacts>({ form }: { form: RecordForm<Values> }) {
  const { t } = useTranslation()
  return (
    <>
      <ModulesField form={form} />
      <NumberField
        field={form.field('thread_number')}
        label={t('people.field.thread_number')}
        unit={t('people.form.phonesAtOnce')}
      />
      <div>
        <DateTimeField
          field={form.field('expires_at')}
          label={t('people.field.expires_at')}
          precision="day"
          hint={t('people.form.expiresHint')}
        />
        <ServiceDays
          disabled={!form.mayChange}
          onPick={(days) => form.field('expires_at').change(renewedUntil(form.values.expires_at, days, Date.now()))}
        />
      </div>
      <TextField field={form.field('contact_name')} label={t('people.field.contact_name')} />
      <TextField field={form.field('phone')} label={t('people.field.phone')} type="tel" />
      <TextField field={form.field('email')} label={t('people.field.email')} type="email" />
      <TextField field={form.field('avatar')} label={t('people.field.avatar')} placeholder="https://" />
      <div data-whole>
        <TextAreaField field={form.field('note')} label={t('people.field.note')} rows={2} />
      </div>
    </>
  )
}
