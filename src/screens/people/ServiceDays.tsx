import { Button, ButtonGroup } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'

/** In days; what is mostly bought. */
const usual = [30, 90, 180, 365]

interface ServiceDaysProps {
  /** How many are chosen, where one choice holds; each adds to the service otherwise. */
  chosen?: number | null
  disabled?: boolean
  onPick: (days: number) => void
}

/** The lengths of service that are mostly bought, a button each. */
export function ServiceDays({ chosen, disabled = false, onPick }: ServiceDaysProps) {
  const { t } = useTranslation()
  return (
    <ButtonGroup variant="outlined">
      {usual.map((days) => (
        <Button
          key={days}
          size={chosen === undefined ? 'small' : 'medium'}
          active={days === chosen}
          disabled={disabled}
          text={t(chosen === undefined ? 'people.form.moreDays' : 'people.form.nDays', { count: days })}
          onClick={() => onPick(days)}
        />
      ))}
    </ButtonGroup>
  )
}
