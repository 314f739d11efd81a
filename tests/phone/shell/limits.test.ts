import { describe, expect, it } from 'vitest'
import { LineEditor } from '../../../phone/shell/line-editor.ts'
import { Killed } from '../../../phone/shell/process-signal.ts'
import { readApk } from '../../../phone/system/apk.ts'
import { withoutTrailing } from '../../../phone/without-trailing.ts'
import { fc } from '../../support/properties.ts'
import { makeZip } from './apk-under-test.ts'
import { testShell } from './shell-under-test.ts'

describe('a command line ends with a message', () => {
  it.each([
    ['when it runs for ever', 'while :; do :; done', 'execution limit exceeded'],
    ['when its loop is in a subshell', '(while :; do :; done)', 'execution limit exceeded'],
    ['when its loop is in a pipeline', 'while :; do echo x; done | cat > /dev/null', 'execution limit exceeded'],
    ['when it prints for ever', 'yes', 'output limit exceeded'],
    ['when a substitution is too long', 'x=$(yes)', 'command substitution: output too long'],
    ['when a variable grows for ever', 'a=aaaaaaaa; while :; do a=$a$a; done', 'word too long'],
    ['when a function calls itself', 'f() { f; }; f', 'nested too deeply'],
    ['when a file sources itself', 'echo ". /sdcard/x" > /sdcard/x; . /sdcard/x', 'nested too deeply'],
    ['when a shell starts itself', 'echo "sh /sdcard/y" > /sdcard/y; sh /sdcard/y', 'nested too deeply'],
    ['when eval evaluates itself', 'x=\'eval "$x"\'; eval "$x"', 'nested too deeply'],
    ['when substitutions nest', 'f() { echo $(f); }; f', 'nested too deeply'],
    ['when it would hold too much', 'sort /dev/zero', 'out of memory'],
    ['when a line has no end', 'cat /dev/zero | grep x', 'line too long'],
    [
      'when arguments are too many',
      `x=$(head -c 60000 /dev/zero | tr '\\0' y); set -- ${'$x '.repeat(40)}`,
      'Argument list too long',
    ],
    [
      'when a pattern is too complex',
      `x=$(head -c 60000 /dev/zero | tr '\\0' y); case $x in *${'y'.repeat(20_000)}z) echo;; esac`,
      'pattern is too complex',
    ],
    [
      'when values are expressions of expressions',
      'x=a+a; a=b+b; b=c+c; c=d+d; d=e+e; e=f+f; f=g+g; g=h+h; h=i+i; i=j+j; j=k+k; k=l+l; l=m+m; m=n+n; n=1; echo $((x))',
      'too complex',
    ],
    ['when a script is too long', 'head -c 300000 /dev/zero > /sdcard/long; . /sdcard/long', 'script too long'],
    ['when braces multiply', `echo ${'{a,b}'.repeat(20)}`, 'too many words from braces'],
    [
      'when an expression repeats repetitions',
      'yes aaaaaaaa | head -c 60000 | tr -d "\\n" | grep -E "((a{1,100}){1,10}){1,1}b"',
      'grep',
    ],
  ])('%s', async (_when, script, message) => {
    const shell = testShell({
      limits: { work: 100_000, outputBytes: 256 * 1024, memoryBytes: 1024 * 1024, wordBytes: 64 * 1024 },
    })
    const { status, stderr } = await shell.run(script)
    expect(stderr).toContain(message)
    expect(status).not.toBe(0)
    expect(shell.phone.processes.all().filter(({ user }) => user === 'shell')).toHaveLength(1)
    expect((await shell.run('echo well')).stdout).toBe('well\n')
  })
})

describe('processes of a phone', () => {
  it('are as many as the limit and no more', async () => {
    const shell = testShell({ limits: { processes: 20 } })
    const { stderr } = await shell.run('bomb() { bomb | bomb & }; bomb')
    expect(stderr).toContain("can't fork: Try again")
    expect((await shell.run('echo well')).stdout).toBe('well\n')
  })

  it('end with the session that they print to', async () => {
    const shell = testShell()
    const session = new AbortController()
    const over = shell.run('sleep 1000 & sleep 1000 | cat', '', session.signal)
    const sleeping = () => shell.phone.processes.all().filter(({ name }) => name.startsWith('sleep'))
    await expect.poll(sleeping).toHaveLength(2)
    session.abort(new Killed(1))
    expect((await over).status).toBe(129)
    await expect.poll(sleeping).toHaveLength(0)
  })

  it('outlive the session when they print elsewhere, until they are killed', async () => {
    const shell = testShell()
    const { stdout } = await shell.run('sleep 1000 > /dev/null 2>&1 & echo started')
    expect(stdout).toBe('started\n')
    const sleeping = () => shell.phone.processes.all().filter(({ name }) => name.startsWith('sleep'))
    await expect.poll(sleeping).toHaveLength(1)
    expect((await shell.run('pidof sleep && killall sleep')).status).toBe(0)
    await expect.poll(sleeping).toHaveLength(0)
  })

  it('of the system can not be killed', async () => {
    expect((await testShell().run('kill -9 1')).stderr).toContain('Operation not permitted')
  })
})

it('busy shells let everything else have its turn every few milliseconds', async () => {
  const shell = testShell({ limits: { work: 300_000 } })
  const gaps: number[] = []
  let last = performance.now()
  const timer = setInterval(() => {
    gaps.push(performance.now() - last)
    last = performance.now()
  }, 1)
  const busy = Array.from({ length: 3 }, () => shell.run('while :; do x=$((x + 1)); done'))
  for (const { stderr } of await Promise.all(busy)) expect(stderr).toContain('execution limit exceeded')
  clearInterval(timer)
  // Nine in ten: the machine itself may be busy with something else.
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length * 0.9)]
  expect(usual).toBeLessThan(30)
})

/** Seconds of the processor that something takes. */
async function secondsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  return process.cpuUsage(before).user / 1_000_000
}

describe('what is long holds up no other phone', () => {
  it('newlines at the end of what a command prints are left out, and those before it are not gone through again and again', async () => {
    const shell = testShell()
    const script = 'x=$(yes "" | head -c 300000; echo x); echo ${#x}; y=$(printf "a\\n\\n"); echo "$y"'
    expect(await secondsOf(async () => expect((await shell.run(script)).stdout).toBe('300001\na\n'))).toBeLessThan(10)
  })

  it('so is what trails any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\n', '\0', '测')), (letters) => {
        const text = letters.join('')
        expect(withoutTrailing(text, '\n')).toBe(text.replace(/\n+$/, ''))
      }),
    )
  })

  it('the cursor goes from end to end of a long line', async () => {
    const editor = new LineEditor({
      prompt: '$ ',
      history: [],
      complete: () => ({ written: '', typed: '', words: [] }),
      columns: () => 80,
      text: 'x'.repeat(4_000),
    })
    const pairs = () => {
      for (let times = 0; times < 200; times += 1) for (const key of [1, 5]) editor.type(key)
    }
    expect(await secondsOf(pairs)).toBeLessThan(10)
    expect(editor.draw()).toContain(`$ <${'x'.repeat(76)}`)
  })

  it('an app whose manifest names one endless string again and again', async () => {
    const names = 300
    const pool = Buffer.alloc(3_900_000)
    pool.writeUInt16LE(1, 0)
    pool.writeUInt32LE(pool.length, 4)
    pool.writeUInt32LE(names, 8)
    pool.writeUInt32LE(28 + names * 4, 20)
    pool.writeUInt32LE(0xffff_ffff, 28 + names * 4) // Of two words of length; each number of the pool is zero, and leads there.
    const app = makeZip(
      'AndroidManifest.xml',
      Buffer.concat([Buffer.alloc(8), pool, Buffer.from([2, 1, 16, 0, 8, 0, 0, 0])]),
    )
    const before = process.memoryUsage.rss()
    expect(readApk(app)).toBeUndefined()
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000)
  })
})

describe('a display that is set to what none can be', () => {
  it('is what it was', async () => {
    const shell = testShell()
    const { current, physicalDensity } = shell.phone.displaySize
    for (const size of ['0,5', '3000000,3000000', '721,1281', '64,1', '1e3,5', '-2,2']) {
      await shell.run(`settings put global display_size_forced ${size}`)
      expect(shell.phone.displaySize.current, size).toEqual(current)
    }
    await shell.run('settings put secure display_density_forced 9999999')
    expect(shell.phone.displaySize.forcedDensity ?? physicalDensity).toBe(physicalDensity)
    await shell.run('settings put global display_size_forced 720,1280')
    expect(shell.phone.displaySize.current).toEqual({ width: 720, height: 1280 })
  })
})
