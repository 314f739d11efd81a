import type { Role } from './roles.ts'

/**
 * What somebody new does first, in this order: each can be done by that role itself, and the server knows whether it is done.
 * Security watches over what others set up, and begins with nothing.
 */
export const firstSteps = {
  admin: ['box', 'agent', 'script'],
  security: [],
  agent: ['box', 'manager', 'phones'],
  manager: ['element', 'phones', 'shop'],
  element: ['shop', 'open'],
} as const satisfies Record<Role, readonly string[]>

export type FirstStep = (typeof firstSteps)[Role][number]
