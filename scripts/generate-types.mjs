// Writes generated/contract-types.ts, the types of openapi.yaml. Only who checks types needs them: a program runs without.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTypes, { astToString } from 'openapi-typescript'
import { generated, root } from './node-runtime.mjs'

const types = await openapiTypes(readFileSync(join(root, 'openapi.yaml'), 'utf8'))
mkdirSync(generated, { recursive: true })
writeFileSync(join(generated, 'contract-types.ts'), astToString(types))
