import { describe, expect, it } from 'vitest'
import { Killed } from '../../../phone/shell/process-signal.ts'
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
