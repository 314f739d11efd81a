import { createHash, randomBytes } from 'node:crypto'
import { lutimesSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VirtualPhone } from '../../../phone/virtual-phone.ts'
import { makeApk } from '../shell/apk-under-test.ts'
import { AdbClient } from './adb-client.ts'
import { testPhone, type RecordingDisplay } from './phone-under-test.ts'

const installed = AdbClient.isInstalled()
if (!installed) console.warn('skipped: the adb client is not installed, so nothing judges the phone by it')

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(!installed)('the real adb client', () => {
  let phone: VirtualPhone<RecordingDisplay>
  let other: VirtualPhone<RecordingDisplay>
  let adb: AdbClient
  let serial: string

  const sleeps = () => phone.processes.all().filter(({ name }) => name.startsWith('sleep'))
  const onPhone = (...args: string[]) => adb.run('-s', serial, ...args)
  const shell = async (command: string) => {
    const { status, stdout, stderr } = await onPhone('shell', command)
    return { status, stdout: stdout.toString(), stderr }
  }

  const said = async (...args: string[]) => {
    const { status, stdout, stderr } = await onPhone(...args)
    return [status, stdout.toString() + stderr]
  }

  beforeAll(async () => {
    phone = testPhone({ bootTime: 300, limits: { work: 200_000, outputBytes: 2 * 1024 * 1024 } })
    other = testPhone({ index: 1 })
    await phone.start('127.0.0.1', 0)
    await other.start('127.0.0.1', 0)
    adb = await AdbClient.start()
    serial = `127.0.0.1:${phone.address.port}`
  })

  afterAll(async () => {
    await adb.stop()
    await phone.stop()
    await other.stop()
  })

  it('connects, and lists the phone with its model', async () => {
    expect((await adb.run('connect', serial)).stdout.toString()).toContain(`connected to ${serial}`)
    const devices = (await adb.run('devices', '-l')).stdout.toString()
    expect(devices).toMatch(new RegExp(`${serial}\\s+device product:\\w+ model:Pixel_\\w+ device:\\w+`))
    expect((await onPhone('get-serialno')).stdout.toString().trim()).toBe(serial)
    expect((await onPhone('get-state')).stdout.toString().trim()).toBe('device')
  })

  it('asks for the features that the phone has', async () => {
    const features = (await onPhone('features')).stdout.toString().trim().split('\n')
    expect(features).toEqual(expect.arrayContaining(['shell_v2', 'cmd', 'stat_v2']))
  })

  it('gets exit codes, and stderr apart from stdout', async () => {
    expect(await shell('echo out; echo err >&2; exit 7')).toEqual({ status: 7, stdout: 'out\n', stderr: 'err\n' })
    expect((await shell('true')).status).toBe(0)
    expect((await shell('nosuchcommand')).status).toBe(127)
  })

  it('hands its stdin to the command, and its end too', async () => {
    const { stdout } = await adb.runWith('b\na\n', '-s', serial, 'shell', 'sort')
    expect(stdout.toString()).toBe('a\nb\n')
  })

  it('runs a script from stdin, command by command', async () => {
    const script = 'x=5\necho $((x * 2))\ncat <<E\nhere $x\nE\nexit 3\n'
    const { status, stdout } = await adb.runWith(script, '-s', serial, 'shell')
    expect(stdout.toString()).toBe('10\nhere 5\n')
    expect(status).toBe(3)
  })

  it('gives an interactive shell a terminal: prompt, echo, Ctrl-C, exit code', async () => {
    const client = adb.spawn('-s', serial, 'shell', '-tt')
    let screen = ''
    client.stdout?.on('data', (chunk: Buffer) => (screen += chunk.toString()))
    const closed = new Promise((resolve) => client.once('close', resolve))
    const prompt = `${phone.identity.device}:/ $ `
    const shows = (text: string) => expect.poll(() => screen, { interval: 5 }).toContain(text)
    await shows(prompt)
    client.stdin?.write('echo a$((1+1))c\x7fb\r')
    await shows(`${prompt}echo a$((1+1))c\b \bb\r\na2b\r\n${prompt}`)
    client.stdin?.write('sleep 1000\r')
    await expect.poll(() => phone.processes.all().some(({ name }) => name === 'sleep 1000')).toBe(true)
    client.stdin?.write('\x03')
    await shows(`^C\r\n130|${prompt}`)
    client.stdin?.write('cat\rhello\r')
    await shows('hello\r\nhello\r\n')
    client.stdin?.write('\x04exit 5\r')
    expect(await closed).toBe(5)
  })

  it('on a real terminal edits lines, follows the window’s size, and prompts in a shell within the shell', async () => {
    // `script` gives adb a terminal of its own, which asks for the phone's without being told to.
    const client = adb.spawnOnTerminal('-s', serial, 'shell')
    let screen = ''
    client.stdout?.on('data', (chunk: Buffer) => (screen += chunk.toString()))
    const closed = new Promise((resolve) => client.once('close', resolve))
    const { device } = phone.identity
    const shows = (text: string) => expect.poll(() => screen, { interval: 5 }).toContain(text)
    await shows(`${device}:/ $ `)
    client.stdin?.write('stty size; tty; echo $TERM\r')
    await shows('\r\n33 77\r\n/dev/pts/0\r\nxterm-256color\r\n')
    client.stdin?.write('echo ac\x1b[Db\r')
    await shows('\r\nabc\r\n')
    client.stdin?.write('\x1b[A\x7f!\r')
    await shows('\r\nab!\r\n')
    client.stdin?.write('su\r')
    await shows(`${device}:/ # `)
    client.stdin?.write('id -un; if; cd /sdcard\r')
    await shows('syntax error')
    client.stdin?.write('cd /sdcard; whoami\r')
    await shows(`root\r\n${device}:/sdcard # `)
    client.stdin?.write('exit 3\r')
    await shows(`3|${device}:/ $ `)
    client.stdin?.write('exit 5\r')
    expect(await closed).toBe(5)
  })

  it('keeps binary output as it is', async () => {
    const content = randomBytes(200_000)
    phone.files.writeFile('/sdcard/binary', content)
    expect(sha256((await onPhone('exec-out', 'cat /sdcard/binary')).stdout)).toBe(sha256(content))
    expect(sha256((await onPhone('shell', 'cat /sdcard/binary')).stdout)).toBe(sha256(content))
  })

  it('pushes 5 MB and pulls the same 5 MB', async () => {
    const content = randomBytes(5_000_000)
    const [here, back] = [join(adb.folder, 'here'), join(adb.folder, 'back')]
    writeFileSync(here, content)
    expect((await onPhone('push', here, '/data/local/tmp/five')).status).toBe(0)
    expect((await shell('sha256sum -b /data/local/tmp/five')).stdout.trim()).toBe(sha256(content))
    expect((await onPhone('pull', '/data/local/tmp/five', back)).status).toBe(0)
    expect(sha256(readFileSync(back))).toBe(sha256(content))
  })

  it('pushes and pulls a folder', async () => {
    await shell('mkdir -p /sdcard/tree/deep; echo 1 > /sdcard/tree/one; echo 2 > "/sdcard/tree/deep/zwei 二"')
    const back = join(adb.folder, 'tree')
    expect((await onPhone('pull', '/sdcard/tree', back)).status).toBe(0)
    expect(readFileSync(join(back, 'deep', 'zwei 二'), 'utf8')).toBe('2\n')
    expect((await onPhone('push', back, '/data/local/tmp/copy')).status).toBe(0)
    expect((await shell('cat "/data/local/tmp/copy/deep/zwei 二"')).stdout).toBe('2\n')
  })

  it('pushes a folder that holds nothing but a link, with the link’s own time', async () => {
    const here = join(adb.folder, 'links')
    mkdirSync(join(here, 'sub'), { recursive: true })
    symlinkSync('nowhere', join(here, 'sub', 'link'))
    lutimesSync(join(here, 'sub', 'link'), 1_000_000_000, 1_000_000_000)
    const push = await onPhone('push', here, '/sdcard/links')
    expect(push).toMatchObject({ status: 0 })
    expect((await shell('readlink /sdcard/links/sub/link; stat -c %Y /sdcard/links/sub/link')).stdout).toBe(
      'nowhere\n1000000000\n',
    )
  })

  it('pushes and pulls a name of 255 bytes, and is refused a longer one', async () => {
    const [here, back] = [join(adb.folder, 'short'), join(adb.folder, '測'.repeat(85))]
    writeFileSync(here, 'x')
    expect((await onPhone('push', here, `/sdcard/${'測'.repeat(85)}`)).status).toBe(0)
    expect((await onPhone('pull', `/sdcard/${'測'.repeat(85)}`, back)).status).toBe(0)
    const push = await onPhone('push', here, `/sdcard/${'測'.repeat(86)}`)
    expect(push.status).not.toBe(0)
    expect(push.stderr + push.stdout.toString()).toContain('File name too long')
  })

  it('reads the log: its sizes, the first entry, and in the format of its choice', async () => {
    expect((await onPhone('logcat', '-g')).stdout.toString()).toMatch(
      /^main: ring buffer is 16 MiB \(.*\), max entry is /,
    )
    await shell('log -t shop -p w sold')
    expect((await onPhone('logcat', '-m', '1', '-v', 'tag', '-s', 'shop')).stdout.toString()).toBe(
      '--------- beginning of main\nW/shop    : sold\n',
    )
    const refused = await onPhone('logcat', '-d', '-v', 'fancy')
    expect(refused.status).not.toBe(0)
    expect(refused.stderr).toContain("Invalid -v 'fancy'.")
  })

  it('lets everybody do with a pushed file what its owner may', async () => {
    const here = join(adb.folder, 'modes')
    writeFileSync(here, 'x', { mode: 0o644 })
    await onPhone('push', here, '/data/local/tmp/modes')
    expect((await shell('stat -c %a /data/local/tmp/modes')).stdout).toBe('666\n')
    writeFileSync(`${here}.sh`, 'x', { mode: 0o755 })
    await onPhone('push', `${here}.sh`, '/data/local/tmp/modes.sh')
    expect((await shell('stat -c %a /data/local/tmp/modes.sh')).stdout).toBe('777\n')
  })

  it('is told what a user’s phone does not do, and that the phone listens', async () => {
    expect(await said('root')).toEqual([0, 'adbd cannot run as root in production builds\n'])
    expect(await said('unroot')).toEqual([0, 'adbd not running as root\n'])
    expect((await said('remount'))[1]).toContain('remount can only be used on userdebug or eng builds')
    expect(await said('tcpip', '5555')).toEqual([0, 'restarting in TCP mode port: 5555\n'])
    expect(await said('usb')).toEqual([0, 'restarting in USB mode\n'])
    const client = adb.spawn('-s', serial, 'jdwp')
    const ended = new Promise((resolve) => client.once('close', () => resolve('ended')))
    const waited = new Promise((resolve) => setTimeout(() => resolve('open'), 500))
    expect(await Promise.race([ended, waited])).toBe('open')
    client.kill()
    await ended
  })

  it('installs an app that comes in several parts', async () => {
    const files = ['base', 'config'].map((name) => join(adb.folder, `${name}.apk`))
    writeFileSync(files[0] ?? '', makeApk('com.example.parts', 3, '1.2'))
    const alone = await onPhone('install-multiple', files[0] ?? '')
    expect(alone.stderr + alone.stdout.toString()).toContain('Success')
    expect((await shell('pm path com.example.parts')).stdout).toBe('package:/data/app/com.example.parts-1/base.apk\n')
    writeFileSync(files[1] ?? '', 'no apk at all')
    const broken = await onPhone('install-multiple', ...files)
    expect(broken.stderr + broken.stdout.toString()).toContain('INSTALL_PARSE_FAILED_NOT_APK')
    await onPhone('uninstall', 'com.example.parts')
  })

  it('lists a folder over sync, with modes and sizes', async () => {
    phone.files.writeFile('/data/local/tmp/listed', 'abc', { mode: 0o640 })
    const listing = (await onPhone('ls', '/data/local/tmp')).stdout.toString()
    expect(listing).toMatch(/^000081a0 00000003 [0-9a-f]{8} listed$/m)
  })

  it('is told why a push or a pull fails', async () => {
    const here = join(adb.folder, 'small')
    writeFileSync(here, 'x')
    const push = await onPhone('push', here, '/system/bin/evil')
    expect(push.status).not.toBe(0)
    expect(push.stderr + push.stdout.toString()).toMatch(/couldn't create file: Read-only file system/)
    const pull = await onPhone('pull', '/sdcard/nothing', here)
    expect(pull.stderr + pull.stdout.toString()).toContain('No such file or directory')
    // The session goes on behind a failure.
    expect((await onPhone('push', here, '/sdcard/fine')).status).toBe(0)
  })

  it('adds, lists and removes reverse forwards', async () => {
    const list = async () => (await onPhone('reverse', '--list')).stdout.toString().trim()
    await onPhone('reverse', 'localabstract:test', 'tcp:9123')
    expect((await onPhone('reverse', 'tcp:0', 'tcp:9124')).stdout.toString().trim()).toMatch(/^\d+$/)
    expect((await list()).split('\n')).toHaveLength(2)
    expect(await list()).toContain('(reverse) localabstract:test tcp:9123')
    expect((await onPhone('reverse', '--no-rebind', 'localabstract:test', 'tcp:1')).stderr).toContain('cannot rebind')
    await onPhone('reverse', '--remove', 'localabstract:test')
    expect(await list()).not.toContain('localabstract:test')
    expect((await onPhone('reverse', '--remove', 'localabstract:test')).stderr).toContain(
      "listener 'localabstract:test' not found",
    )
    await onPhone('reverse', '--remove-all')
    expect(await list()).toBe('')
  })

  it('gives a port of its choice to a second adb server, too', async () => {
    const second = await AdbClient.start()
    await second.run('connect', serial)
    const chosen = async (client: AdbClient) =>
      (await client.run('-s', serial, 'reverse', 'tcp:0', 'tcp:9125')).stdout.toString().trim()
    const ports = [await chosen(adb), await chosen(second), await chosen(second)]
    await second.stop()
    await onPhone('reverse', '--remove-all')
    expect(ports).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d+$/),
    ])
    expect(new Set(ports).size).toBe(3)
  })

  it('carries bytes both ways through a reverse forward', async () => {
    const server = createServer((socket) => socket.pipe(socket))
    const port = await new Promise<number>((resolve) => {
      // A listening TCP server has an AddressInfo.
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
    })
    await onPhone('reverse', 'localabstract:echo', `tcp:${port}`)
    const socket = phone.sockets.connect('echo')
    expect(socket).toBeDefined()
    const content = randomBytes(300_000)
    const received: Buffer[] = []
    socket?.write(content)
    await new Promise<void>((resolve) => {
      socket?.on('data', (chunk: Buffer) => {
        received.push(chunk)
        if (Buffer.concat(received).length === content.length) resolve()
      })
    })
    expect(Buffer.concat(received).equals(content)).toBe(true)
    socket?.destroy()
    await onPhone('reverse', '--remove-all')
    expect(phone.sockets.connect('echo')).toBeUndefined()
    await new Promise((resolve) => server.close(resolve))
  })

  it('forwards a port of the host to an abstract socket of the phone', async () => {
    const stop = phone.sockets.listen('greeter', (socket) => socket.end('hello from inside'))
    const port = (await onPhone('forward', 'tcp:0', 'localabstract:greeter')).stdout.toString().trim()
    const text = await new Promise<string>((resolve, reject) => {
      let received = ''
      connect(Number(port), '127.0.0.1')
        .on('data', (chunk: Buffer) => (received += chunk.toString()))
        .on('end', () => resolve(received))
        .on('error', reject)
    })
    expect(text).toBe('hello from inside')
    stop()
    await onPhone('forward', '--remove-all')
  })

  it('sees nothing of the host', async () => {
    for (const path of [
      '/etc/hostname',
      '/etc/passwd',
      '/work',
      '/root',
      '/home',
      '/usr/bin/env',
      '/proc/self/environ',
    ]) {
      expect((await shell(`cat ${path}; ls ${path}`)).stdout).toBe('')
    }
    const everything = (await shell('find / -type f; cat /proc/version /proc/cpuinfo; env; uname -a; hostname')).stdout
    expect(everything).not.toContain(hostname())
    expect(everything).not.toContain(process.cwd())
    expect((await shell('/bin/bash -c id; python3 -c 1; node -e 1')).status).toBe(127)
    expect((await shell('ping -c1 127.0.0.1; curl http://127.0.0.1')).stderr).toContain('Network is unreachable')
  })

  it.each([
    ['a fork bomb', 'bomb() { bomb | bomb & }; bomb'],
    ['a loop without end', 'while :; do :; done'],
    ['a recursion without end', 'f() { f; }; f'],
    ['output without end', 'yes'],
    ['a variable that doubles for ever', 'a=aaaaaaaa; while :; do a=$a$a; done'],
    [
      'an expression that backtracks',
      'x=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; echo ${x}b | grep -E "(a*)*(a*)*(a|a)*c"',
    ],
    ['a brace bomb', 'echo {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}'],
    ['a sort of endless input', 'cat /dev/zero | sort'],
  ])('is rid of %s at its limits, while another phone answers without delay', async (_name, command) => {
    const bomb = shell(command)
    const bombs = new Set([bomb])
    void bomb.finally(() => bombs.clear())
    const otherSerial = `127.0.0.1:${other.address.port}`
    await adb.run('connect', otherSerial)
    let slowest = 0
    do {
      const start = performance.now()
      expect((await adb.run('-s', otherSerial, 'shell', 'echo alive')).stdout.toString()).toBe('alive\n')
      slowest = Math.max(slowest, performance.now() - start)
    } while (bombs.size > 0)
    expect((await bomb).status).not.toBe(null)
    expect(slowest).toBeLessThan(1_000)
    // The phone itself is as well as before.
    expect((await shell('echo fine')).stdout).toBe('fine\n')
  })

  it('fills the storage and no more', async () => {
    const small = testPhone({ index: 2, storage: 1024 * 1024 })
    await small.start('127.0.0.1', 0)
    const smallSerial = `127.0.0.1:${small.address.port}`
    await adb.run('connect', smallSerial)
    const { stderr } = await adb.run('-s', smallSerial, 'shell', 'cat /dev/zero > /sdcard/full')
    expect(stderr).toContain('No space left on device')
    const here = join(adb.folder, 'big')
    writeFileSync(here, Buffer.alloc(2 * 1024 * 1024))
    writeFileSync(`${here}.apk`, Buffer.alloc(2 * 1024 * 1024))
    const push = await adb.run('-s', smallSerial, 'push', here, '/sdcard/big')
    expect(push.stderr + push.stdout.toString()).toContain('No space left on device')
    const install = await adb.run('-s', smallSerial, 'install', '-r', `${here}.apk`)
    expect(install.status).not.toBe(0)
    expect(install.stderr + install.stdout.toString()).toContain('INSTALL_FAILED_INSUFFICIENT_STORAGE')
    expect(small.files.list('/data/app')).toEqual([])
    expect(small.files.used).toBeLessThanOrEqual(small.files.capacity)
    await small.stop()
  })

  it('ends a command when the client goes away', async () => {
    const client = adb.spawn('-s', serial, 'shell', 'echo started; sleep 1000')
    await new Promise((resolve) => client.stdout?.once('data', resolve))
    await expect.poll(sleeps).toHaveLength(1)
    client.kill()
    await expect.poll(sleeps).toHaveLength(0)
  })

  it('installs an app, clears its data and removes it', async () => {
    const file = join(adb.folder, 'app.apk')
    writeFileSync(file, makeApk('com.example.shop', 3, '1.2'))
    const install = await onPhone('install', '-r', file)
    expect(install.stdout.toString()).toContain('Success')
    expect((await shell('pm list packages -3')).stdout).toBe('package:com.example.shop\n')
    expect((await shell('pm path com.example.shop')).stdout).toBe('package:/data/app/com.example.shop-1/base.apk\n')
    await shell('echo secret > /data/data/com.example.shop/files/account')
    expect((await shell('pm clear com.example.shop && ls /data/data/com.example.shop/files')).stdout).toBe('Success\n')
    expect((await onPhone('uninstall', 'com.example.shop')).stdout.toString()).toContain('Success')
    writeFileSync(file, 'no apk at all')
    const broken = await onPhone('install', file)
    expect(broken.stderr + broken.stdout.toString()).toContain('INSTALL_PARSE_FAILED_NOT_APK')
  })

  it('loses a rebooting phone, and finds it again with its files but without its volatile state', async () => {
    await shell('echo kept > /sdcard/kept; setprop debug.test 1; setprop persist.test 1; log gone')
    await (await phone.screen()).png()
    const screen = await phone.screen()
    phone.sockets.listen('stays-with-the-program', () => {})
    expect((await onPhone('reboot')).status).toBe(0)
    await expect.poll(() => screen.destroyed).toBe(true)
    expect(phone.properties.get('sys.boot_completed')).toBe('0')
    await phone.booted()
    // Nobody tells the adb server: it finds the phone again by itself.
    await expect.poll(async () => (await shell('echo $((6 * 7))')).stdout, { timeout: 40_000 }).toBe('42\n')
    expect((await shell('cat /sdcard/kept; getprop sys.boot_completed; getprop persist.test')).stdout).toBe(
      'kept\n1\n1\n',
    )
    expect((await shell('getprop debug.test; logcat -d | grep -c gone')).stdout).toBe('\n0\n')
    expect(await phone.screen()).not.toBe(screen)
  })
})
