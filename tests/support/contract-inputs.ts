import type { Role } from '../../domain/roles.ts'
import { readContract, type Schema } from '../../server/http/contract.ts'

/** An operation of the contract, with what it may be sent in one piece. */
export interface Described {
  id: string
  method: 'GET' | 'POST'
  path: string
  /** Undefined where anybody may call it. */
  roles: Role[] | undefined
  /** The failure codes that it declares. */
  codes: number[]
  query: { name: string; required: boolean; schema: Schema }[]
  body: Schema | undefined
  /** Whether it changes nothing, as every GET. */
  reads: boolean
  /** Of what changes many rows at once: whether it can be undone, or why not. */
  undo: true | string | undefined
  /** Bytes. */
  bodyLimit: number
}

const usualLimit = 256 * 1024

/** Every operation of openapi.yaml. */
export function describedOperations(): Described[] {
  const contract = readContract()
  return Object.entries(contract.specification.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      id: described.operationId,
      method: method === 'get' ? 'GET' : 'POST',
      path,
      roles: described['x-roles'],
      codes: (described as { 'x-codes'?: number[] })['x-codes'] ?? [],
      query: (contract.resolved(described.parameters) ?? []).map(({ name, required = false, schema }) => ({
        name,
        required,
        schema,
      })),
      body: contract.resolved(described.requestBody?.content['application/json']?.schema),
      reads: method === 'get' || 'x-reads' in described,
      undo: (described as { 'x-undo'?: true | string })['x-undo'],
      bodyLimit: described['x-body-limit'] ?? usualLimit,
    })),
  )
}

/** A schema of the contract as far as inputs use it. */
export interface InputSchema {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: InputSchema[]
  properties?: Record<string, InputSchema>
  required?: string[]
  items?: InputSchema
  maxItems?: number
  minItems?: number
  uniqueItems?: boolean
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  examples?: unknown[]
  default?: unknown
}

export const typeOf = ({ type }: InputSchema): string | undefined => (Array.isArray(type) ? type[0] : type)
