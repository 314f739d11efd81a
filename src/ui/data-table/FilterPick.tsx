import { Button, ButtonGroup } from '@blueprintjs/core'
import { ChevronDown, SmallCross } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { late } from '../late.ts'
import { Late } from '../Late.tsx'
import { LatePopover } from '../LatePopover.tsx'
import styles from './FilterSelect.module.css'
import type { Choice } from './PickList.tsx'

// It draws with @blueprintjs/select, and is seldom opened.
const pickList = late(() => import('./PickList.tsx'))

interface FilterPickProps {
  label: string
  options: readonly Choice[]
  /** The value that holds; empty where none does. */
  chosen: string
  /** Its name, as far as it is known. */
  chosenText: string
  /** What is said while none is chosen; then the label stands elsewhere. */
  placeholder?: string | undefined
  /** Whether one has to be chosen: it can be changed, and not be taken back. */
  isNeeded?: boolean | undefined
  /** Whether other options are on their way. */
  busy: boolean
  onOpen: () => void
  onType: (text: string) => void
  onChoose: (value: string) => void
}

/** A filter over more options than fit a menu: they are found by typing. */
export function FilterPick(props: FilterPickProps) {
  const { label, options, chosen, chosenText, placeholder, isNeeded = false, busy, onOpen, onType, onChoose } = props
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const choose = ({ value }: Choice) => {
    setOpen(false)
    onChoose(value === chosen && !isNeeded ? '' : value)
  }
  const shown = chosen === '' ? (placeholder ?? t('table.all')) : chosenText
  return (
    <ButtonGroup variant="outlined" className={styles.filter}>
      <LatePopover
        isOpen={isOpen}
        onInteraction={(next) => {
          setOpen(next)
          if (next) onOpen()
        }}
        content={
          <Late of={pickList} meanwhile={<div className={styles.finder} />}>
            {({ PickList }) => <PickList {...{ label, options, chosen, busy, onType }} onChoose={choose} />}
          </Late>
        }
      >
        <Button
          endIcon={<ChevronDown size={12} />}
          aria-label={placeholder === undefined ? undefined : `${label}: ${shown}`}
        >
          {placeholder === undefined && <span className={styles.label}>{label}: </span>}
          <strong className={styles.chosen}>{shown}</strong>
        </Button>
      </LatePopover>
      {chosen !== '' && !isNeeded && (
        <Button
          icon={<SmallCross />}
          aria-label={`${t('table.clear')} ${label}`}
          title={t('table.clear')}
          onClick={() => onChoose('')}
        />
      )}
    </ButtonGroup>
  )
}
