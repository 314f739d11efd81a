import { test } from 'vitest'
import {
  expectKeptOnShortestWays,
  expectKeptOnWalks,
  specificationsOf,
} from '../support/requirements/keeps-requirements.ts'
import type { AnySpecification } from '../support/requirements/specification.ts'

const specifications = specificationsOf(
  import.meta.glob<AnySpecification | AnySpecification[]>('./requirements/*.ts', { import: 'default', eager: true }),
)

test.each(specifications)('%s is kept on the shortest ways to everything that is to be seen', (_file, specified) =>
  expectKeptOnShortestWays(specified),
)

test.each(specifications)('%s is kept on walks that know nothing of the chart', (_file, specified) =>
  expectKeptOnWalks(specified),
)
