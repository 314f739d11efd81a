import { expect, test } from 'vitest'
import { roles } from '../../domain/roles.ts'
import { mayCall } from '../../src/permissions.ts'

test('messages are sent by all roles but element, which has nobody below', () => {
  expect(roles.filter((role) => mayCall(role, 'userMessageSend'))).toEqual(['admin', 'security', 'agent', 'manager'])
})

test('the notice is edited by admin and security', () => {
  expect(roles.filter((role) => mayCall(role, 'maintainEdit'))).toEqual(['admin', 'security'])
})
