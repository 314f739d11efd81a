import { useSelector } from '@xstate/react'
import { filterTextMachine } from '../../machines/lists/filter-text.ts'
import { FilterInput, type FilterInputLook } from '../../ui/data-table/FilterInput.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'

interface TextFilterProps extends FilterInputLook {
  /** The keyword that holds. */
  value: string
  onFilter: (keyword: string) => void
}

/**
 * A list's keyword. It may also change elsewhere: by a cleared filter, another address; then the text follows. The operator's own
 * comes back later than it was applied, when the text may already have gone on.
 */
export function TextFilter({ value, onFilter, ...look }: TextFilterProps) {
  const typing = useScreenActor(
    filterTextMachine,
    {
      key: value,
      input: { keyword: value, text: value },
      after: ({ context: { keyword, text } }) => ({ keyword: value, text: keyword === value ? text : value }),
    },
    (now) => (now.matches('applied') ? onFilter(now.context.keyword) : undefined),
  )
  const text = useSelector(typing, ({ context }) => context.text)
  return (
    <FilterInput
      {...look}
      text={text}
      onType={(next) => typing.send({ type: 'TYPE', text: next })}
      onApply={() => typing.send({ type: 'APPLY' })}
      onClear={() => typing.send({ type: 'CLEAR' })}
    />
  )
}
