import { describe } from 'vitest'
import { keepsItsRequirements } from '../support/requirements/keeps-requirements.ts'
import type { AnySpecification } from '../support/requirements/specification.ts'

const files = import.meta.glob<AnySpecification | AnySpecification[]>('./requirements/*.ts', {
  import: 'default',
  eager: true,
})
const specifications = Object.entries(files).flatMap(([file, specified]) =>
  [specified].flat().map((one): [string, AnySpecification] => [file, one]),
)

describe.each(specifications)('%s: the machine keeps its requirements', (_file, specified) => {
  keepsItsRequirements(specified)
})
