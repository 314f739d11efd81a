import { describe, expect, it } from 'vitest'
import { COMMAND_NAMES } from '../../../phone/shell/command-table.ts'
import { testShell } from './shell-under-test.ts'
import { fc } from '../../support/properties.ts'

/** These do what they are told, and nothing comes after it. */
const excluded = new Set(['reboot'])

/** What commands take apart: options, dates, numbers, expressions, paths, patterns, sizes. */
const word = fc.oneof(
  fc.constantFrom('-', '--', '-n', '-c', '-f', '-l', '-r', '-e', '-A', '-o', '-p', '-a', '-k2', '-d', '-t', '-z', '-x'),
  fc.constantFrom('0', '1', '-1', '1.5', '999999999999999999999', '0x10', '1k', '10M', '%s', '%d', '%5.3x', '%', '%Z'),
  fc.constantFrom(
    's/a/b/g',
    's/',
    'y/ab/cd/',
    '/x/,/y/d',
    '$!N',
    '1~2p',
    'a\\',
    '[[:alpha:]',
    '(a|b',
    'a{1,',
    '\\(x\\)\\1',
  ),
  fc.constantFrom('/sdcard', '/proc/meminfo', '/nothing', '..', '/dev/null', 'com.depop', 'battery', 'size', '360x640'),
  fc.constantFrom('+%s', '+%Q', '@0', '2024-02-30', 'tap', 'keyevent', 'KEYCODE_HOME', 'text', 'global', 'put', '='),
  fc.constantFrom('-name', '-exec', '{}', ';', '-size', '+1k', '-mtime', '-type', '(', ')', '!', '-maxdepth', '-prune'),
  fc.string({ maxLength: 8 }).filter((text) => !text.includes('\0')),
)
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

describe('every command, whatever its arguments and its input,', () => {
  const shell = testShell({ limits: { work: 20_000, outputBytes: 256 * 1024 } })

  it.each(COMMAND_NAMES.filter((name) => !excluded.has(name)))(
    '%s ends with an exit code, and not by accident',
    async (name) => {
      await fc.assert(
        fc.asyncProperty(fc.array(word, { maxLength: 5 }), fc.string({ maxLength: 50 }), async (args, input) => {
          const ended = new AbortController()
          const timer = setTimeout(() => ended.abort(), 50)
          const { status, stderr } = await shell.run([name, ...args.map(quoted)].join(' '), input, ended.signal)
          clearTimeout(timer)
          expect(status).toBeGreaterThanOrEqual(0)
          expect(status).toBeLessThanOrEqual(255)
          expect(stderr).not.toMatch(
            /internal error|Cannot read prop|is not (a function|defined|iterable)|Invalid (array|string|time|date|count)|out of range|must be|Unexpected token|Maximum call/i,
          )
        }),
        { numRuns: 40 },
      )
    },
  )
})
