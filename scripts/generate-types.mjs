// Writes generated/contract-types.ts, the types of openapi.yaml. Only who checks types needs them: a program runs without.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTypes, { astToString } from 'openapi-typescript'
import { generated } from './node-runtime.mjs'
import { readContract } from './read-contract.mjs'

const types = await openapiTypes(readContract())
mkdirSync(generated, { recursive: true })
writeFileSync(join(generated, 'contract-types.ts'), astToString(types))
