import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { actionRules, type PhoneAction } from '../../../domain/phone-actions.ts'
import { appFinder } from '../../api/devices.ts'
import { Field } from '../../ui/Field.tsx'
import type { FieldBinding } from '../../ui/form/form-binding.ts'
import { OptionPick } from '../lists/OptionPick.tsx'
import { FileArgument } from './FileArgument.tsx'
import type { ArgumentFile } from './use-argument-file.ts'

interface ArgumentFieldProps {
  action: PhoneAction
  file: FieldBinding<number | null>
  /** What was dropped into the form. */
  dropped: ArgumentFile
  app: FieldBinding<string>
  /** The phone whose apps are offered. */
  phone?: number | undefined
}

/** What an action is about: an uploaded file, or an app. Nothing where it needs nothing. */
export function ArgumentField({ action, file, dropped, app, phone }: ArgumentFieldProps) {
  const { t } = useTranslation()
  const findApps = useMemo(() => appFinder(phone), [phone])
  const { argument } = actionRules[action]
  if (argument === 'file_id') return <FileArgument key="file" field={file} dropped={dropped} />
  if (argument === 'package')
    return (
      <Field key="app" label={t('jobs.pick.app')} required problem={app.problem} hint={t('jobs.pick.appHint')}>
        {() => (
          <OptionPick
            label={t('jobs.pick.app')}
            placeholder={t('jobs.pick.chooseApp')}
            find={findApps}
            value={app.value}
            onChoose={(name) => app.change(name)}
          />
        )}
      </Field>
    )
  return <span />
}
