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

export function readContract() {
  const { paths, components, ...rest } = parse(readFileSync(join(root, 'openapi.yaml'), 'utf8'))
  return {
    ...rest,
    paths: byKey(paths, (methods) => byKey(methods, operation)),
    components: { ...components, responses: answers(components.responses) },
  }
}
