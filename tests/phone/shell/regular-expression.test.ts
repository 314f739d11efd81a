import { describe, expect, it } from 'vitest'
import { Budget, DEFAULT_SHELL_LIMITS } from '../../../phone/shell/budget.ts'
import { CommandError } from '../../../phone/shell/command.ts'
import { RegularExpression } from '../../../phone/shell/regular-expression.ts'
import { fc } from '../../support/properties.ts'

const search = async (source: string, text: string, extended = true) => {
  const expression = new RegularExpression(source, { extended, ignoreCase: false })
  const match = await expression.search(text, 0, new Budget(DEFAULT_SHELL_LIMITS))
  return match && [text.slice(match.start, match.end), ...match.groups]
}

describe('a regular expression', () => {
  it.each<[string, string, (string | undefined)[] | undefined]>([
    ['abc', 'xabcx', ['abc']],
    ['a.c', 'a😀c', ['a😀c']],
    ['^a', 'ba', undefined],
    ['a$', 'ba', ['a']],
    ['[a-c]+', 'xxabcabx', ['abcab']],
    ['[^a-c]+', 'abxyc', ['xy']],
    ['[[:digit:]]{2,3}', 'a1b12345', ['123']],
    ['[]a]+', 'x]a', [']a']],
    ['(a|ab)(c|bcd)', 'abcd', ['abcd', 'a', 'bcd']],
    ['(a+)(b?)', 'aac', ['aa', 'aa', '']],
    ['(x)|(y)', 'y', ['y', undefined, 'y']],
    ['\\bfoo\\b', 'afoo foo', ['foo']],
    ['\\w+\\s\\d', '- ab 1', ['ab 1']],
    ['a{0}b', 'ab', ['b']],
    ['(a*)*', 'b', ['', undefined]],
    ['x*', 'aaa', ['']],
  ])('%s in %j', async (source, text, expected) => {
    const found = await search(source, text)
    expect(found?.[0]).toBe(expected?.[0])
    expect(found?.slice(1).filter((group) => group !== '')).toEqual(expected?.slice(1).filter((group) => group !== ''))
  })

  it('of the basic kind wants backslashes where the extended one does not', async () => {
    expect(await search('a\\(b\\)\\{2\\}', 'abb', false)).toEqual(['abb', 'b'])
    expect(await search('a(b)+', 'a(b)+', false)).toEqual(['a(b)+'])
    expect(await search('a\\|b', 'b', false)).toEqual(['b'])
    expect(await search('a*b$c^d', 'aab$c^d', false)).toEqual(['aab$c^d'])
  })

  it.each(['(', '[a', 'a{2,1}', 'a{9999}', '\\', '(a)\\1', '('.repeat(100), '((a{200}){200}){200}'])(
    'is refused when it is %j',
    (source) => {
      expect(() => new RegularExpression(source, { extended: true, ignoreCase: false })).toThrow(CommandError)
    },
  )

  it('finds what JavaScript’s finds', async () => {
    const atom = fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '(a)', '(ab|c)', '(b|)')
    const piece = fc.tuple(atom, fc.constantFrom('', '*', '+', '?', '{1,2}')).map((parts) => parts.join(''))
    const source = fc.tuple(
      fc.constantFrom('', '^'),
      fc.array(piece, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('', '$'),
    )
    await fc.assert(
      fc.asyncProperty(
        source,
        fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 }),
        async ([start, pieces, end], text) => {
          const expression = start + pieces.join('') + end
          const expected = new RegExp(expression).exec(text)
          expect((await search(expression, text))?.[0]).toBe(expected?.[0])
        },
      ),
      { numRuns: 500 },
    )
  })

  it('takes time in proportion to the text, whatever it is', async () => {
    expect(await search('(a*)*(a|a)*(aa|a)*$c', 'a'.repeat(5_000))).toBeUndefined()
  })
})
