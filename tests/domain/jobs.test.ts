import { expect, test } from 'vitest'
import { partsOfScript, scriptWith } from '../../domain/jobs.ts'
import { testShell } from '../phone/shell/shell-under-test.ts'
import { fc } from '../support/properties.ts'

const shell = testShell()
const value = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.constantFrom("'", '"', '$(id)', '`id`', '\\', '\n', ';', '&&', '${A}', '#', ' ', 'x'), { maxLength: 20 })
    .map((parts) => parts.join('')),
)
const printable = value.filter((text) => !text.includes('\0'))

test('a parameter’s value reaches the script as it is, and nothing of it is run', async () => {
  await fc.assert(
    fc.asyncProperty(printable, printable, async (first, second) => {
      const parameters = [
        { name: 'FIRST', label: '', default: '', required: false },
        { name: 'SECOND', label: '', default: 'usual', required: false },
      ]
      const script = scriptWith('printf "%s|%s" "$FIRST" "$SECOND"', parameters, { FIRST: first, SECOND: second })
      const expected = `${first}|${second || 'usual'}`
      expect(await shell.run(script)).toEqual({ status: 0, stdout: Buffer.from(expected).toString(), stderr: '' })
    }),
    { numRuns: 200 },
  )
})

test('a script is taken apart again into its parameters and what was written', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[A-Z]\w{0,7}$/), value, { maxKeys: 5 }), value, (values, text) => {
      const parameters = Object.keys(values).map((name) => ({ name, label: '', default: '', required: false }))
      const body = `: ${text.replaceAll('\r\n', '\n')}`
      expect(partsOfScript(scriptWith(body, parameters, values))).toEqual({
        parameters: Object.entries(values).map(([name, given]) => ({ name, value: given })),
        body,
      })
    }),
  )
})
