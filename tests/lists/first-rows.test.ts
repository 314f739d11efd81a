import { describe, expect, test, vi } from 'vitest'
import { markets } from '../../domain/markets.ts'
import { roles, type Role } from '../../domain/roles.ts'
import { operationRoles } from '../../generated/operation-roles.ts'
import { codeOfScreens, mayOpen, placeAt, redirectFrom } from '../../src/routes.ts'
import type { ListDefinition, Listed, Stage } from '../../src/screens/lists/list-definition.ts'

// What a list is declared as, instead of the screen that is made of it.
vi.mock(
  import('../../src/screens/lists/define-list.tsx'),
  (): never => ({ defineList: (list: unknown) => list }) as never,
)
const { waysToFirstRows } = await import('../../src/screens/lists/first-rows.tsx')

// Some screens ask at once how wide the window is.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))

type AnyList = ListDefinition<Listed>
const isList = (screen: object): screen is AnyList => 'columns' in screen && 'pages' in screen

const lists: { path: string; list: AnyList }[] = []
for (const [path, load] of codeOfScreens) {
  const { default: screen } = await load()
  if (isList(screen)) lists.push({ path, list: screen })
}

/** The call that brings the first row, by the path of the list; `null` where rows come of everything else that people do. */
const firstCalls = {
  '/user/list': 'userAdd',
  '/services/list': 'scriptAdd',
  '/services/timedtasks': 'taskAdd',
  '/device/list': 'boxAdd',
  '/box/': 'boxAdd',
  '/box/open': 'boxAdd',
  '/statistics/record': null,
  '/report/list': null,
  '/log/list': null,
  '/files/list': null,
  ...Object.fromEntries(
    markets.flatMap((market) => [
      [`/${market}/list`, 'environmentAdd'],
      [`/${market}/tag`, 'groupAdd'],
      [`/${market}/trash`, 'environmentList'],
    ]),
  ),
} as Readonly<Record<string, keyof typeof operationRoles | null>>

test('every list says how its first rows come', () => {
  expect(lists.map(({ path }) => path).toSorted()).toEqual(Object.keys(firstCalls).toSorted())
})

describe.each(roles)('an empty list, to %s,', (role) => {
  const mine = lists.filter(({ path }) => {
    const place = placeAt(path)
    return place !== undefined && mayOpen({ role, modules: markets }, place)
  })

  test('offers what the contract lets the role do, and otherwise says whom to ask', () => {
    expect(mine.length).toBeGreaterThan(2)
    const said = mine.map(({ path, list }) => {
      const ways = waysToFirstRows(list, role)
      return [path, typeof ways === 'string' ? ways : 'a button']
    })
    const right = mine.map(({ path }) => {
      const call = firstCalls[path]
      if (call === null || call === undefined) return [path, 'as the hint says']
      return [path, (operationRoles[call] as readonly Role[]).includes(role) ? 'a button' : 'ask']
    })
    expect(said).toEqual(right)
    if (role === 'admin') expect(said.map(([, way]) => way)).not.toContain('ask') // Nobody is above.
  })

  test('leads only where the role may go', () => {
    const led = mine.flatMap(({ path, list }) => {
      const ways = waysToFirstRows(list, role)
      const market = markets.find((one) => path.startsWith(`/${one}/`))
      return typeof ways === 'string'
        ? []
        : ways.flatMap(({ to }) => to?.({ market } as unknown as Stage<Listed>) ?? [])
    })
    const open = led.filter((to) => {
      const place = placeAt(redirectFrom(to) ?? to)
      return place !== undefined && mayOpen({ role, modules: markets }, place)
    })
    expect(open).toEqual(led)
  })
})
