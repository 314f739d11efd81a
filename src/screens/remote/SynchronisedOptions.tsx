import { NumericInput } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { FanOptions } from '../../api/gesture-fan.ts'
import { maxDelay, maxOffset, type SynchronisedControl } from '../../machines/remote/synchronised-control.ts'
import styles from './SynchronisedOptions.module.css'

const fields = [
  { name: 'delay', most: maxDelay, step: 50, unit: 'milliseconds', hint: 'delayHint' },
  { name: 'offset', most: maxOffset, step: 1, unit: 'pixels', hint: 'offsetHint' },
] as const satisfies readonly { name: keyof FanOptions; [more: string]: unknown }[]

/** How far those that follow may differ from the leader, in time and in place. */
export function SynchronisedOptions({ control }: { control: SynchronisedControl }) {
  const { t } = useTranslation()
  const options = useSelector(control, ({ context }) => context.options)
  return (
    <div className={styles.options} role="group" aria-label={t('remote.sync.options')}>
      {fields.map(({ name, most, step, unit, hint }) => (
        <label key={name} className={styles.option} title={t(`remote.sync.${hint}`)}>
          {t(`remote.sync.${name}`)}
          <span className={styles.number}>
            <NumericInput
              min={0}
              max={most}
              stepSize={step}
              majorStepSize={step * 10}
              minorStepSize={1}
              clampValueOnBlur
              buttonPosition="none"
              fill
              value={options[name]}
              onValueChange={(value) => {
                if (Number.isFinite(value)) control.send({ type: 'set', options: { [name]: value } })
              }}
            />
          </span>
          <span className={styles.unit}>{t(`remote.sync.${unit}`)}</span>
        </label>
      ))}
    </div>
  )
}
