import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { optionSearchMachine, type FindOptions } from '../../machines/option-search.ts'
import { FilterPick } from '../../ui/data-table/FilterPick.tsx'
import { useScreenActor } from '../use-screen-actor.ts'

interface OptionPickProps {
  label: string
  find: FindOptions
  /** What is chosen; empty where nothing is. */
  value: string
  onChoose: (value: string) => void
  /** What is said while none is chosen, in a form, where the label stands above. */
  placeholder?: string | undefined
}

/** One of more than fits a menu, found by its name. */
export function OptionPick({ label, find, value, onChoose, placeholder }: OptionPickProps) {
  const search = useScreenActor(optionSearchMachine, { input: { find, value } })
  // The address changes from outside as well: by a link, by a saved view.
  useEffect(() => search.send({ type: 'CHOSEN', value }), [search, value])
  const { options, names } = useSelector(search, ({ context }) => context)
  const busy = useSelector(search, (snapshot) => snapshot.matches('searching') || snapshot.matches('typing'))
  return (
    <FilterPick
      label={label}
      placeholder={placeholder}
      options={options}
      chosen={value}
      chosenText={names.get(value) ?? '…'}
      busy={busy}
      onOpen={() => search.send({ type: 'OPEN' })}
      onType={(text) => search.send({ type: 'TYPE', text })}
      onChoose={onChoose}
    />
  )
}
