import { useSelector } from '@xstate/react'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { optionSearchMachine } from '../../machines/lists/option-search.ts'
import type { FindOptions, Option } from '../../api/list-calls.ts'
import { FilterPick } from '../../ui/data-table/FilterPick.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'

interface OptionPickProps {
  label: string
  find: FindOptions
  /** What is chosen; empty where nothing is. */
  value: string
  onChoose: (value: string) => void
  /** What is said while none is chosen, in a form, where the label stands above. */
  placeholder?: string | undefined
  /** Whether one has to be chosen: it can be changed, and not be taken back. */
  isNeeded?: boolean
}

/** The name of what an address or a record has chosen; its number where nobody knows it. */
function useNameOf(value: string, find: FindOptions, names: ReadonlyMap<string, string>): string {
  const unknown = value === '' || names.has(value) ? undefined : value
  const asked = useScreenActor(oneAnswerMachine<readonly Option[]>, {
    key: [find, unknown],
    input: { ask: async (signal) => (unknown === undefined ? [] : find({ value: unknown }, signal)) },
  })
  const found = useSelector(asked, ({ context }) => context.answer?.find((option) => option.value === value)?.text)
  const isAsking = useSelector(asked, (now) => now.matches('asking'))
  return names.get(value) ?? found ?? (isAsking ? '…' : `#${value}`)
}

/** One of more than fits a menu, found by its name. */
export function OptionPick({ label, find, value, onChoose, placeholder, isNeeded }: OptionPickProps) {
  const search = useScreenActor(optionSearchMachine, { input: { find } })
  const { options, names } = useSelector(search, ({ context }) => context)
  const name = useNameOf(value, find, names)
  const busy = useSelector(search, (snapshot) => snapshot.matches('searching') || snapshot.matches('typing'))
  return (
    <FilterPick
      label={label}
      placeholder={placeholder}
      isNeeded={isNeeded}
      options={options}
      chosen={value}
      chosenText={name}
      busy={busy}
      onOpen={() => search.send({ type: 'OPEN' })}
      onType={(text) => search.send({ type: 'TYPE', text })}
      onChoose={onChoose}
    />
  )
}
