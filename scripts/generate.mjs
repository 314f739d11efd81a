// Writes what openapi.yaml generates: the contract's types, once for the console and once for the server, the contract as
// the server reads it without delay, who may make which call, and the rules of what a call is sent. Into the repository,
// or below a folder that is given.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import openapiTypes, { astToString } from 'openapi-typescript'
import { parse } from 'yaml'
import { root } from './node-runtime.mjs'

const target = resolve(process.argv[2] ?? root)
const text = readFileSync(join(root, 'openapi.yaml'), 'utf8')
const contract = parse(text)

function write(file, content) {
  mkdirSync(dirname(join(target, file)), { recursive: true })
  writeFileSync(join(target, file), content)
}

const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods))

/** The schema that a reference names; any other schema as it is. */
function resolved(schema) {
  if (schema?.$ref === undefined) return schema
  const { $ref, ...beside } = schema
  return { ...resolved(contract.components.schemas[$ref.split('/').at(-1)]), ...beside }
}

/** Of a schema only what a form can check by itself. */
const checkable = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'enum', 'minItems', 'maxItems']

/** Rules by field, those of inner objects behind a dot: `proxy.port`. */
function rulesOf(schema, prefix = '') {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = prefix + name
    const described = resolved(property)
    const one = described.anyOf?.map(resolved).find(({ type }) => type !== 'null') ?? described
    const rule = Object.fromEntries(checkable.filter((key) => one[key] !== undefined).map((key) => [key, one[key]]))
    const number = [one.type].flat().find((type) => type === 'integer' || type === 'number')
    const whole = { ...(required.includes(name) && { required: true }), ...(number && { type: number }), ...rule }
    return [[field, whole], ...(one.properties ? rulesOf(one, `${field}.`) : [])]
  })
}

const bodyOf = ({ requestBody }) => resolved(requestBody?.content['application/json']?.schema)
const constant = (value) => `${JSON.stringify(value, null, 2)} as const`
const head = '// Generated from openapi.yaml by npm run generate.\n'

const types = astToString(await openapiTypes(text))
const banner = `/**
 * This file was generated from openapi.yaml by npm run generate.
 */

`
for (const file of ['src/api/schema.ts', 'server/contract-types.ts']) write(file, banner + types)
write('server/contract.json', `${JSON.stringify(contract, null, 1)}\n`)

const roles = operations.filter((one) => one['x-roles']).map((one) => [one.operationId, one['x-roles']])
write(
  'src/api/operation-roles.ts',
  `${head}\n/** Who may make a call, by its operation's id. */\nexport const operationRoles = ${constant(Object.fromEntries(roles))}\n`,
)

const rules = operations.filter(bodyOf).map((one) => [one.operationId, Object.fromEntries(rulesOf(bodyOf(one)))])
write(
  'src/api/body-rules.ts',
  `${head}\n/** What the fields of a call's body must be, by its operation's id. */\nexport const bodyRules = ${constant(Object.fromEntries(rules))}\n`,
)
