import { test } from 'vitest'
import {
  expectKeptOnShortestWays,
  expectKeptOnWalks,
  specificationsOf,
} from '../support/requirements/keeps-requirements.ts'
import type { AnySpecification } from '../support/requirements/specification.ts'

/** Of machines that keep something in the browser or paint its page: here cookies, storage and the page are real. */
const specifications = specificationsOf(
  import.meta.glob<AnySpecification | AnySpecification[]>(
    '../machines/requirements/{session,language,maintenance-notice,sidebar,site-messages,theme}.ts',
    { import: 'default', eager: true },
  ),
)

test.each(specifications)('%s is kept in a browser on the shortest ways', (_file, specified) =>
  expectKeptOnShortestWays(specified),
)

test.each(specifications)('%s is kept in a browser on walks', (_file, specified) => expectKeptOnWalks(specified))
