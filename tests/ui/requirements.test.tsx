import { describe } from 'vitest'
import { keepsItsRequirements } from '../support/requirements/keeps-requirements.ts'
import type { AnySpecification } from '../support/requirements/specification.ts'

/** Those machines that keep something in the browser or paint its page: here cookies, storage and the page are real. */
const files = import.meta.glob<AnySpecification | AnySpecification[]>(
  '../machines/requirements/{session,language,maintenance-notice,sidebar,site-messages,theme}.ts',
  { import: 'default', eager: true },
)
const specifications = Object.entries(files).flatMap(([file, specified]) =>
  [specified].flat().map((one): [string, AnySpecification] => [file, one]),
)

describe.each(specifications)('%s: the machine keeps its requirements in a browser', (_file, specified) => {
  keepsItsRequirements(specified)
})
