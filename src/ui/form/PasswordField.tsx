import { Button, InputGroup } from '@blueprintjs/core'
import { EyeOff, EyeOpen, Random } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../Field.tsx'
import type { FieldProps } from './TextField.tsx'

interface PasswordFieldProps extends FieldProps<string> {
  autoComplete?: 'new-password' | 'current-password' | 'off'
  /** Makes one up, where the operator may have that done. */
  generate?: () => string
}

/** A password, which can be shown. */
export function PasswordField({ field, label, hint, autoComplete = 'new-password', generate }: PasswordFieldProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const word = shown ? t('form.hidePassword') : t('form.showPassword')
  return (
    <Field label={label} problem={field.problem} required={field.required} hint={hint}>
      {({ className: _drawnByHand, ...a11y }) => (
        <InputGroup
          {...a11y}
          fill
          type={shown ? 'text' : 'password'}
          name={field.name}
          value={field.value}
          autoComplete={autoComplete}
          readOnly={field.readOnly}
          aria-required={field.required}
          intent={field.problem === undefined ? 'none' : 'danger'}
          rightElement={
            <>
              {generate && (
                <Button
                  variant="minimal"
                  icon={<Random />}
                  aria-label={t('form.generatePassword')}
                  title={t('form.generatePassword')}
                  onClick={() => {
                    field.change(generate())
                    setShown(true)
                  }}
                />
              )}
              <Button
                variant="minimal"
                icon={shown ? <EyeOff /> : <EyeOpen />}
                aria-label={word}
                title={word}
                onClick={() => setShown(!shown)}
              />
            </>
          }
          onValueChange={(value) => field.change(value)}
        />
      )}
    </Field>
  )
}
