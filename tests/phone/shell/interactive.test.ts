import { expect, it } from 'vitest'
import type { ByteSink } from '../../../phone/shell/byte-stream.ts'
import { runInteractive } from '../../../phone/shell/session.ts'
import { Terminal } from '../../../phone/shell/terminal.ts'
import { testPhone } from '../adbd/phone-under-test.ts'

/** An interactive shell whose terminal has been typed into, line by line, until it ended: what was seen. */
async function seen(...lines: string[]): Promise<string> {
  const phone = testPhone()
  phone.files.mkdir('/sdcard/Backups')
  const { signal } = new AbortController()
  let shown = ''
  let prompted: (() => void) | undefined
  const nextPrompt = () =>
    new Promise<void>((resolve) => {
      prompted = resolve
    })
  const output: ByteSink = {
    write: (bytes) => {
      shown += Buffer.from(bytes).toString()
      if (/[$#] $/.test(shown)) prompted?.()
      return Promise.resolve()
    },
  }
  const terminal = new Terminal(output)
  let prompt = nextPrompt()
  const session = runInteractive(terminal, {
    phone,
    env: {},
    signal,
    stdin: terminal.stdin,
    stdout: terminal,
    stderr: terminal,
  })
  for (const line of lines) {
    await prompt
    prompt = nextPrompt()
    await terminal.type(Buffer.from(`${line}\r`), signal)
  }
  await prompt
  terminal.end()
  await session
  return shown
}

it('completes by the folder that it is in', async () => {
  expect(await seen('cd /sdc\t', 'cd Bac\t', 'pwd')).toContain('\r\n/sdcard/Backups\r\n')
})

it('completes commands, builtins, keywords and functions', async () => {
  const shown = await seen('greetings() { echo hello; }', 'greeti\t', 'ec\tand echo', 'whil\tfalse; do :; done')
  expect(shown).toContain('$ greetings \r\nhello\r\n')
  expect(shown).toContain('$ echo and echo\r\nand echo\r\n')
  expect(shown).toContain('$ while false; do :; done\r\n')
})

it('completes in a shell within it too', async () => {
  expect(await seen('su', 'cd /sdcard/Ba\t', 'pwd')).toContain('# pwd\r\n/sdcard/Backups\r\n')
})

it('lists what it can not choose from, on lines of its own', async () => {
  expect(await seen('set\t')).toContain('$ set\r\nset       setprop   setsid    settings\r\n\rshiba:/ $ set\x1b[K')
})

it('lets others have their turn while somebody holds Tab down', async () => {
  const phone = testPhone()
  for (let name = 0; name < 900; name += 1) phone.files.writeFile(`/sdcard/Download/${name}`, '')
  const { signal } = new AbortController()
  const terminal = new Terminal({ write: () => Promise.resolve() })
  const streams = { stdin: terminal.stdin, stdout: terminal, stderr: terminal }
  const session = runInteractive(terminal, { phone, env: {}, signal, ...streams })
  let turns = 0
  let isTyping = true
  const count = () => {
    turns += 1
    if (isTyping) setImmediate(count)
  }
  setImmediate(count)
  await terminal.type(Buffer.from(`ls /sdcard/Download/${'\t'.repeat(200)}`), signal)
  isTyping = false
  expect(turns).toBeGreaterThan(100)
  terminal.end()
  await session
})
