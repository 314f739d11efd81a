// Writes what a running Phonedeck needs of openapi.yaml into generated/: the contract as the server reads it without delay, who
// may make which call, and the rules of what a call is sent.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generated } from './node-runtime.mjs'
import { readContract } from './read-contract.mjs'

const contract = readContract()

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

/** Names of what nobody but its owner may see, wherever they stand: properties and parameters of `format: password`, and keys of access. */
function secretsIn(part) {
  if (typeof part !== 'object' || part === null) return []
  const { properties = {}, name, schema } = part
  const named = Object.entries(properties).filter(([, property]) => resolved(property).format === 'password')
  const isSecret = part.type === 'apiKey' || schema?.format === 'password'
  return [
    ...named.map(([property]) => property),
    ...(isSecret ? [name] : []),
    ...Object.values(part).flatMap(secretsIn),
  ]
}

const bodyOf = ({ requestBody }) => resolved(requestBody?.content['application/json']?.schema)
const constant = (value) => `${JSON.stringify(value, null, 2)} as const`

const roles = operations.filter((one) => one['x-roles']).map((one) => [one.operationId, one['x-roles']])
const rules = operations.filter(bodyOf).map((one) => [one.operationId, Object.fromEntries(rulesOf(bodyOf(one)))])

mkdirSync(generated, { recursive: true })
writeFileSync(join(generated, 'contract.json'), `${JSON.stringify(contract, null, 1)}\n`)
writeFileSync(
  join(generated, 'operation-roles.ts'),
  `/** Who may make a call, by its operation's id. */\nexport const operationRoles = ${constant(Object.fromEntries(roles))}\n`,
)
writeFileSync(
  join(generated, 'body-rules.ts'),
  `/** What the fields of a call's body must be, by its operation's id. */\nexport const bodyRules = ${constant(Object.fromEntries(rules))}\n`,
)
writeFileSync(
  join(generated, 'secret-fields.ts'),
  `/** What fields, parameters and headers are called that hold a secret. */\nexport const secretFields = ${constant([...new Set(secretsIn(contract))])}\n`,
)
