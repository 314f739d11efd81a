import type { FindOptions } from '../../api/list-calls.ts'
import { OptionPick } from './OptionPick.tsx'

interface PickFilterProps {
  label: string
  find: FindOptions
  /** The id that holds. */
  value: number | undefined
  onChoose: (id: number | undefined) => void
  /** What is said while none is chosen, in a form, where the label stands above. */
  placeholder?: string
  /** Whether one has to be chosen. */
  isNeeded?: boolean
}

/** A filter by a user, a box or a group, found by its name. */
export function PickFilter({ label, find, value, onChoose, placeholder, isNeeded }: PickFilterProps) {
  return (
    <OptionPick
      label={label}
      placeholder={placeholder}
      isNeeded={isNeeded}
      find={find}
      value={value === undefined ? '' : String(value)}
      onChoose={(chosen) => onChoose(chosen === '' ? undefined : Number(chosen))}
    />
  )
}
