import { Button, ButtonGroup } from '@blueprintjs/core'
import { ChevronDown, SmallCross } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { Menu, MenuItem } from '../late-overlays.ts'
import { LatePopover } from '../LatePopover.tsx'
import styles from './FilterSelect.module.css'

interface FilterSelectProps {
  label: string
  /** What holds while nothing is chosen; everything unless said. */
  usual?: string | undefined
  options: readonly { value: string; text: string }[]
  chosen: readonly string[]
  /** Whether several options may hold at once. */
  multiple?: boolean
  onChoose: (chosen: readonly string[]) => void
}

/** A filter over a few options: says what it lets through, and can be cleared. */
export function FilterSelect({ label, usual, options, chosen, multiple = false, onChoose }: FilterSelectProps) {
  const { t } = useTranslation()
  const names = chosen.map((value) => options.find((option) => option.value === value)?.text ?? value)
  const toggle = (value: string) => {
    const others = chosen.filter((each) => each !== value)
    if (others.length < chosen.length) onChoose(others)
    else onChoose(multiple ? [...chosen, value] : [value])
  }

  return (
    <ButtonGroup variant="outlined" className={styles.filter}>
      <LatePopover
        content={
          <Menu role="listbox" aria-multiselectable={multiple} aria-label={label} className={styles.options}>
            {options.map(({ value, text }) => (
              <MenuItem
                key={value}
                text={text}
                roleStructure="listoption"
                selected={chosen.includes(value)}
                shouldDismissPopover={!multiple}
                onClick={() => toggle(value)}
              />
            ))}
          </Menu>
        }
      >
        <Button endIcon={<ChevronDown size={12} />}>
          <span className={styles.label}>{label}: </span>
          <strong className={styles.chosen}>{names.join(t('table.separator')) || (usual ?? t('table.all'))}</strong>
        </Button>
      </LatePopover>
      {chosen.length > 0 && (
        <Button
          icon={<SmallCross />}
          aria-label={`${t('table.clear')} ${label}`}
          title={t('table.clear')}
          onClick={() => onChoose([])}
        />
      )}
    </ButtonGroup>
  )
}
