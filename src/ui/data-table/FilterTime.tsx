import { Button, ButtonGroup } from '@blueprintjs/core'
import { ChevronDown, SmallCross } from '@blueprintjs/icons'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { dayText } from '../moment.ts'
import { LatePopover } from '../LatePopover.tsx'
import styles from './FilterSelect.module.css'

// The calendar is heavy, and seldom opened.
const DayRange = lazy(async () => ({ default: (await import('./DayRange.tsx')).DayRange }))

interface FilterTimeProps {
  label: string
  /** What holds while no day is chosen; every day unless said. */
  usual?: string | undefined
  /** Unix times in milliseconds: the first of a day and the last of a day. */
  from: number | undefined
  until: number | undefined
  onChoose: (from: number | undefined, until: number | undefined) => void
}

/** A filter over days, the first and the last included. */
export function FilterTime({ label, usual, from, until, onChoose }: FilterTimeProps) {
  const { t } = useTranslation()
  const isOn = from !== undefined || until !== undefined
  const ends = [from, until].map((at) => (at === undefined ? '…' : dayText(at)))
  return (
    <ButtonGroup variant="outlined" className={styles.filter}>
      <LatePopover
        content={
          <Suspense fallback={<div className={styles.calendar} />}>
            <DayRange from={from} until={until} onChoose={onChoose} />
          </Suspense>
        }
      >
        <Button endIcon={<ChevronDown size={12} />}>
          <span className={styles.label}>{label}: </span>
          <strong className={styles.chosen}>{isOn ? [...new Set(ends)].join(' – ') : (usual ?? t('table.all'))}</strong>
        </Button>
      </LatePopover>
      {isOn && (
        <Button
          icon={<SmallCross />}
          aria-label={`${t('table.clear')} ${label}`}
          title={t('table.clear')}
          onClick={() => onChoose(undefined, undefined)}
        />
      )}
    </ButtonGroup>
  )
}
