import { expect, test } from 'vitest'
import { isOlder } from '../../domain/versions.ts'

test.each([
  ['0.1.0', '0.1.1', true],
  ['0.9.0', '0.10.0', true],
  ['0.1.0', '1.0', true],
  ['0.1.0', '0.1.0', false],
  ['0.1', '0.1.0', false],
  ['1.0.0', '0.9.9', false],
  ['0.1.0-rc.2', '0.1.0', false],
  ['dev', '0.1.0', false],
  ['', '0.1.0', false],
])('%s before %s: %s', (version, than, expected) => {
  expect(isOlder(version, than)).toBe(expected)
})
