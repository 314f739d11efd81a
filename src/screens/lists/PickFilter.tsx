import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { optionSearchMachine, type FindOptions } from '../../machines/option-search.ts'
import { FilterPick } from '../../ui/data-table/FilterPick.tsx'
import { useScreenActor } from '../use-screen-actor.ts'

interface PickFilterProps {
  label: string
  find: FindOptions
  /** The id that holds. */
  value: number | undefined
  onChoose: (id: number | undefined) => void
  /** What is said while none is chosen, in a form, where the label stands above. */
  placeholder?: string
}

/** A filter by a user, a box or a group, found by its name. */
export function PickFilter({ label, find, value, onChoose, placeholder }: PickFilterProps) {
  const chosen = value === undefined ? '' : String(value)
  const search = useScreenActor(optionSearchMachine, { input: { find, value: chosen } })
  // The address changes from outside as well: by a link, by a saved view.
  useEffect(() => search.send({ type: 'CHOSEN', value: chosen }), [search, chosen])
  const { options, names } = useSelector(search, ({ context }) => context)
  const busy = useSelector(search, (snapshot) => snapshot.matches('searching') || snapshot.matches('typing'))
  return (
    <FilterPick
      label={label}
      placeholder={placeholder}
      options={options}
      chosen={chosen}
      chosenText={names.get(chosen) ?? '…'}
      busy={busy}
      onOpen={() => search.send({ type: 'OPEN' })}
      onType={(text) => search.send({ type: 'TYPE', text })}
      onChoose={(chosen) => onChoose(chosen === '' ? undefined : Number(chosen))}
    />
  )
}
