import type { Role } from '../../../domain/roles.ts'
import type { TextKey } from '../../../texts/catalogue.ts'
import { speakOf } from '../../i18n/i18n.ts'
import { mayCall } from '../../permissions.ts'
import { late } from '../../ui/late.ts'
import { Late } from '../../ui/Late.tsx'
import type { GivenValues } from './asked-row.ts'
import type { ListDefinition, Listed, Stage, Tool } from './list-definition.ts'
import { ToolButton } from './ToolButton.tsx'

const askAbove = late(async () => {
  const [file] = await Promise.all([import('./AskAbove.tsx'), speakOf('first steps')])
  return file
})

/** Whom to ask for first rows. */
export const WhomToAsk = () => <Late of={askAbove}>{({ AskAbove }) => <AskAbove />}</Late>

/** The button that adds a row to a list, where its screen has one; its form begins with what is given. */
export const addTool = <L extends Listed>({ texts, add, form }: ListDefinition<L>, given: GivenValues = {}) =>
  add && {
    text: `${texts}.action.add` as TextKey, // What ListTexts asks of a list's texts.
    look: 'primary' as const,
    shows: (now: Stage<L>) => form?.(undefined, now, given),
    ...add,
  }

/**
 * How somebody of a role comes to the first rows of a list: by buttons, as the hint says, or by asking whoever is above.
 */
export function waysToFirstRows<L extends Listed>(
  definition: ListDefinition<L>,
  role: Role,
): readonly Tool<L>[] | 'as the hint says' | 'ask' {
  const { next } = definition.empty
  if (next === 'as the hint says') return next
  const add = addTool(definition)
  const ways = [...(add === undefined ? [] : [add]), ...next].filter(
    ({ operation }) => operation === undefined || mayCall(role, operation),
  )
  return ways.length === 0 ? 'ask' : ways
}

/** What stands in a list that has no rows at all: the hint and the buttons, or whom to ask. */
export function firstRows<L extends Listed>(definition: ListDefinition<L>, stage: Stage<L>) {
  const ways = waysToFirstRows(definition, stage.role)
  const hint = stage.t(`${definition.texts}.empty.hint` as TextKey) // As above.
  if (ways === 'as the hint says') return { hint }
  if (ways === 'ask') return { hint: <WhomToAsk /> }
  const action = ways.map((way, index) => (
    <ToolButton key={way.text} tool={{ ...way, look: index === 0 ? 'primary' : 'outlined' }} stage={stage} />
  ))
  return { hint, action: <>{action}</> }
}
