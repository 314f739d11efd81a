// openapi.yaml as OpenAPI has it, with what its shorthands stand for (the head of openapi.yaml explains them) in their place.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from './node-runtime.mjs'

const json = (schema) => ({ 'application/json': { schema } })

const envelope = (data) =>
  json({
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: { code: { $ref: '#/components/schemas/SuccessCode' }, message: { type: 'string' }, data },
  })

/** Puts other keys in the place of one, where it is; @returns a copy */
const replaced = (object, key, inItsPlace) =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) =>
      name === key ? Object.entries(inItsPlace(value)) : [[name, value]],
    ),
  )

const byKey = (object, change) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))

const answers = (responses) =>
  byKey(responses, (one) => replaced(one, 'x-data', (data) => ({ content: envelope(data) })))
const failure = { default: { $ref: '#/components/responses/Failure' } }

const operation = ({ responses, ...described }) => ({
  ...replaced(described, 'x-body', (schema) => ({ requestBody: { required: true, content: json(schema) } })),
  responses: { ...answers(responses), ...failure },
})

/** Who is none of a call's roles is answered 40300; where all may make it, nobody is. */
function requireRefusal({ operationId, 'x-roles': some, 'x-codes': codes = [] }, { enum: all }) {
  if (some !== undefined && some.length < all.length && !codes.includes(40300))
    throw new Error(`openapi.yaml: ${operationId} is not for all roles, and its x-codes lack 40300`)
}

export function readContract() {
  const { paths, components, ...rest } = parse(readFileSync(join(root, 'openapi.yaml'), 'utf8'))
  for (const methods of Object.values(paths))
    for (const described of Object.values(methods)) requireRefusal(described, components.schemas.Role)
  return {
    ...rest,
    paths: byKey(paths, (methods) => byKey(methods, operation)),
    components: { ...components, responses: answers(components.responses) },
  }
}
