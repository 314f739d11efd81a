import { describe, expect, it } from 'vitest'
import { testShell } from './shell-under-test.ts'

/** A phone whose log holds exactly these three entries. */
function logged() {
  const shell = testShell({ now: () => Date.UTC(2026, 10, 30, 3, 21, 27, 432) })
  const { logcat } = shell.phone
  logcat.clear()
  logcat.add('I', 'boot', 'Android 13 is up')
  logcat.add('W', 'shop', 'order 17 failed\ntwice', 31_337)
  logcat.add('E', 'SomeLongerTag', '')
  return shell
}

const HEAD = '--------- beginning of main\n'

/** Follows the log until a line has come that a later entry makes, and answers all lines. */
async function followed(command: string, later: [tag: string, text: string]): Promise<string[]> {
  const { phone, run } = logged()
  const stopped = new AbortController()
  const output = run(`${command} | while read -r line; do echo "$line" >> /sdcard/lines; done`, '', stopped.signal)
  const lines = () => (phone.files.exists('/sdcard/lines') ? phone.files.readFile('/sdcard/lines').toString() : '')
  await expect.poll(lines).toContain('\n')
  phone.logcat.add('I', ...later)
  await expect.poll(lines).toContain(later[1])
  stopped.abort()
  await output
  return lines().trimEnd().split('\n')
}

describe('the formats of logcat', () => {
  // As AOSP's logprint writes them: the prefix before each line of a text, but once before and behind a text in `long`.
  it.each([
    ['brief', 'I/boot    ( 1204): Android 13 is up', 'W/shop    (31337): order 17 failed\nW/shop    (31337): twice'],
    ['process', 'I( 1204) Android 13 is up  (boot)', 'W(31337) order 17 failed  (shop)\nW(31337) twice  (shop)'],
    ['raw', 'Android 13 is up', 'order 17 failed\ntwice'],
    ['tag', 'I/boot    : Android 13 is up', 'W/shop    : order 17 failed\nW/shop    : twice'],
    ['thread', 'I( 1204: 1204) Android 13 is up', 'W(31337:31337) order 17 failed\nW(31337:31337) twice'],
    [
      'threadtime',
      '11-30 03:21:27.432  1204  1204 I boot    : Android 13 is up',
      '11-30 03:21:27.432 31337 31337 W shop    : order 17 failed\n11-30 03:21:27.432 31337 31337 W shop    : twice',
    ],
    [
      'time',
      '11-30 03:21:27.432 I/boot    ( 1204): Android 13 is up',
      '11-30 03:21:27.432 W/shop    (31337): order 17 failed\n11-30 03:21:27.432 W/shop    (31337): twice',
    ],
    [
      'long',
      '[ 11-30 03:21:27.432  1204: 1204 I/boot     ]\nAndroid 13 is up\n',
      '[ 11-30 03:21:27.432 31337:31337 W/shop     ]\norder 17 failed\ntwice\n',
    ],
  ])('%s', async (format, boot, shop) => {
    const { output } = logged()
    expect(await output(`TZ=UTC logcat -d -v ${format} boot shop "*:S"`)).toBe(`${HEAD}${boot}\n${shop}\n`)
  })

  it('an empty text is a line, and a long tag is whole', async () => {
    const { output } = logged()
    expect(await output('logcat -d -v brief -s SomeLongerTag')).toBe(`${HEAD}E/SomeLongerTag( 1204): \n`)
  })

  it('threadtime is what is not asked for, and the last of several holds', async () => {
    const { output } = logged()
    expect(await output('TZ=UTC logcat -d -s boot')).toBe(await output('TZ=UTC logcat -d -v brief,threadtime -s boot'))
    expect(await output('logcat -d -v time -v tag -s boot')).toBe(`${HEAD}I/boot    : Android 13 is up\n`)
  })

  it.each([
    ['logcat -d -v fancy', "logcat: Invalid -v 'fancy'.\n"],
    ['logcat -d -v brief,fancy', "logcat: Invalid -v 'fancy'.\n"],
    ['logcat -d -b nothing', "logcat: Unknown -b buffer 'nothing'.\n"],
    ['logcat -d -f /sdcard/log', "logcat: Unknown option 'f'\n"],
    ['logcat -d -r 16', "logcat: Unknown option 'r'\n"],
    ['logcat -L', "logcat: Unknown option 'L'\n"],
    ['logcat -d --uid=0', "logcat: Unknown option 'uid=0'\n"],
    ['logcat -d -m 0', "logcat: -m '0' isn't an integer greater than zero.\n"],
    ['logcat -d -m x', "logcat: -m 'x' isn't an integer greater than zero.\n"],
    ['logcat -t yesterday', "logcat: -t 'yesterday' isn't an integer greater than zero.\n"],
    ['logcat -T 0', "logcat: -T '0' isn't an integer greater than zero.\n"],
    ['logcat -d --pid=me', "logcat: pid 'me' out of range.\n"],
    ['logcat -t 1 -m 1', 'logcat: Cannot use -m (--max-count) and -t together.\n'],
    ['logcat -d -e "("', 'logcat: bad REGEX: Unmatched ( or \\(\n'],
  ])('%s is refused', async (command, stderr) => {
    const refused = await logged().run(command)
    expect(refused).toMatchObject({ stdout: '', stderr })
    expect(refused.status).not.toBe(0)
  })
})

describe('what logcat shows', () => {
  it('-g says how big the log is, and ends', async () => {
    const { phone, run } = logged()
    const limits = 'max entry is 5120 B, max payload is 4068 B'
    expect(await run('logcat -g')).toEqual({
      status: 0,
      stdout:
        `main: ring buffer is 16 MiB (151 B consumed, 151 B readable), ${limits}\n` +
        `system: ring buffer is 16 MiB (0 B consumed, 0 B readable), ${limits}\n` +
        `crash: ring buffer is 16 MiB (0 B consumed, 0 B readable), ${limits}\n`,
      stderr: '',
    })
    phone.logcat.add('I', 'boot', 'x'.repeat(3_000))
    expect((await run('logcat -g -b main')).stdout).toBe(
      `main: ring buffer is 16 MiB (3 KiB consumed, 3 KiB readable), ${limits}\n`,
    )
  })

  it('-m ends behind as many entries as it says, whichever of them are there already', async () => {
    const { phone, run } = logged()
    expect((await run('logcat -v tag -m 1')).stdout).toBe(`${HEAD}I/boot    : Android 13 is up\n`)
    expect((await run('logcat -v tag -m 1 -s shop')).stdout).toBe(
      `${HEAD}W/shop    : order 17 failed\nW/shop    : twice\n`,
    )
    const counting = run('logcat -v tag -m 2 -s boot')
    phone.logcat.add('I', 'boot', 'again')
    phone.logcat.add('I', 'boot', 'too many')
    expect((await counting).stdout).toBe(`${HEAD}I/boot    : Android 13 is up\nI/boot    : again\n`)
  })

  it('-t shows the last entries and ends; -T shows them and goes on', async () => {
    const { output } = logged()
    expect(await output('logcat -v tag -t 1')).toBe(`${HEAD}E/SomeLongerTag: \n`)
    expect(await followed('logcat -v tag -T 1', ['late', 'news'])).toEqual([
      HEAD.trimEnd(),
      'E/SomeLongerTag:',
      'I/late    : news',
    ])
  })

  it('--pid shows one process, and -t counts only its entries', async () => {
    const { output } = logged()
    expect(await output('logcat -d -v tag --pid=1204')).toBe(`${HEAD}I/boot    : Android 13 is up\nE/SomeLongerTag: \n`)
    expect(await output('logcat -v raw -t 1 --pid=31337')).toBe(`${HEAD}order 17 failed\ntwice\n`)
  })

  it('-e shows what its expression finds in a text, and -m counts only that', async () => {
    const { phone, output } = logged()
    phone.logcat.add('I', 'shop', 'order 18 sent')
    expect(await output('logcat -d -v raw -e "^order [0-9]+ (sent|lost)$"')).toBe(`${HEAD}order 18 sent\n`)
    expect(await output('logcat -v raw -e order -m 2')).toBe(`${HEAD}order 17 failed\ntwice\norder 18 sent\n`)
  })

  it('-b chooses buffers, of which only main has anything in it', async () => {
    const { output } = logged()
    for (const buffers of ['main', 'all', 'default', 'crash,main', 'events -b main'])
      expect(await output(`logcat -d -v raw -s boot -b ${buffers}`)).toBe(`${HEAD}Android 13 is up\n`)
    expect(await output('logcat -d -b crash; logcat -c -b crash')).toBe('')
    expect(await output('logcat -d -v raw -s boot; logcat -c; logcat -d')).toBe(`${HEAD}Android 13 is up\n${HEAD}`)
  })
})
