import { describe } from 'vitest'
import { keepsItsRequirements } from '../support/requirements/keeps-requirements.ts'
import type { AnySpecification } from '../support/requirements/specification.ts'

const specifications = Object.entries(
  import.meta.glob<AnySpecification>('./requirements/*.ts', { import: 'default', eager: true }),
)

describe.each(specifications)('%s: the machine keeps its requirements', (_file, specified) => {
  keepsItsRequirements(specified)
})
