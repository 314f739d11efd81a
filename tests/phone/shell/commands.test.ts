import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { COMMAND_NAMES, findCommand } from '../../../phone/shell/command-table.ts'
import { encodeTarHeader } from '../../../phone/shell/tar-format.ts'
import { testShell } from './shell-under-test.ts'

const NOW = Date.UTC(2026, 0, 15, 10, 30, 5)

it.each(COMMAND_NAMES)('%s is there', async (name) => {
  expect(await findCommand(name)).toBeTypeOf('function')
})

describe('filters and file commands print for', () => {
  it.each([
    ['echo', 'echo -n a; echo -e "\\tb\\n\\x41\\c hidden"', 'a\tb\nA'],
    [
      'printf',
      'printf "%s-%03d-%x|%5s|%-5s|%.2f%%\\n" a 7 255 r l 1.5; printf "%s," 1 2 3',
      'a-007-ff|    r|l    |1.50%\n1,2,3,',
    ],
    [
      'echo, which resolves escapes unless it is told not to',
      'echo "a\\tb"; echo -E "a\\tb"; echo -n "x\\n"; echo y | xargs echo "c\\td"',
      'a\tb\na\\tb\nx\nc\\td y\n',
    ],
    ['which', 'which ls nothing; echo $?', '/system/bin/ls\n1\n'],
    ['toybox', 'toybox echo a b; toybox nothing; echo $?', 'a b\n127\n'],
    ['ln over a link that leads nowhere', 'cd /sdcard; ln -s none l; ln -sf other l; readlink l', 'other\n'],
    ['logcat with a size of its buffer', 'logcat -G 16M; echo $?', '0\n'],
    ['escaped bytes', "printf '\\xff' | xxd -p; printf '\\344\\270\\255'; echo '\\0344\\0270\\0255'", 'ff\n中中\n'],
    ['printf, signs before noughts', 'printf "%03d %+04d %d %x %5s|" -5 7 -8 255 é', '-05 +007 -8 ff    é|'],
    [
      'head of what has no end of line',
      "printf a | head -n 1; printf 'b\\nc' | head -n 2; seq 3 | head -n 1",
      'ab\nc1\n',
    ],
    ['any character', 'printf "%s%%\uFFFD" "\uFFFD"; echo -e "a\uFFFEb\\cc"', '\uFFFD%\uFFFDa\uFFFEb'],
    [
      'head and tail',
      'seq 10 > /sdcard/n; head -n 2 /sdcard/n; tail -n 1 /sdcard/n; tail -n +9 /sdcard/n; head -c 3 /sdcard/n',
      '1\n2\n10\n9\n10\n1\n2',
    ],
    ['head, leaving the rest to the next reader', 'seq 5 | { head -n 2 > /dev/null; cat; }', '3\n4\n5\n'],
    ['wc', 'printf "one two\\nthree" | wc; printf "é" | wc -c -m', '1       3      13\n1       2\n'],
    [
      'sort',
      'printf "b 2\\na 10\\na 9\\n" | sort; printf "10\\n9\\n" | sort -n; printf "x 2\\ny 1\\n" | sort -k2; printf "a\\na\\n" | sort -u',
      'a 10\na 9\nb 2\n9\n10\ny 1\nx 2\na\n',
    ],
    ['uniq', 'printf "a\\na\\nb\\n" | uniq -c; printf "a\\na\\nb\\n" | uniq -d', '      2 a\n      1 b\na\n'],
    ['cut', 'echo a:b:c | cut -d: -f1,3; echo abcdef | cut -c2-3; echo "a  b" | cut -F2', 'a:c\nbc\nb\n'],
    [
      'tr',
      'echo hello | tr a-y b-z; echo aabb | tr -s ab; echo a1b2 | tr -d 0-9; echo ab | tr [:lower:] [:upper:]',
      'ifmmp\nab\nab\nAB\n',
    ],
    ['tee', 'echo x | tee /sdcard/t1 /sdcard/t2; cat /sdcard/t1 /sdcard/t2', 'x\nx\nx\n'],
    ['seq', 'seq -s, 3; seq 1 2 5; seq 3 -1 1', '1,2,3\n1\n3\n5\n3\n2\n1\n'],
    ['rev, tac, nl', 'echo ab | rev; printf "1\\n2\\n" | tac; echo x | nl', 'ba\n2\n1\n     1\tx\n'],
    [
      'grep',
      'printf "foo\\nbar\\nFOO bar\\n" > /sdcard/g; grep foo /sdcard/g; grep -ic foo /sdcard/g; grep -vn foo /sdcard/g; grep -o "b.r" /sdcard/g',
      'foo\n2\n2:bar\n3:FOO bar\nbar\nbar\n',
    ],
    [
      'grep over files',
      'mkdir /sdcard/d; echo hit > /sdcard/d/a; echo miss > /sdcard/d/b; grep -r hit /sdcard/d; grep -l s /sdcard/d/*',
      '/sdcard/d/a:hit\n/sdcard/d/b\n',
    ],
    ['grep with context', 'seq 9 | grep -A1 -B1 5', '4\n5\n6\n'],
    [
      'grep for words and lines',
      'printf "cat\\nconcat\\ncat dog\\n" | grep -w cat; printf "cat\\ncat dog\\n" | grep -x cat; echo "a.b" | grep -F .',
      'cat\ncat dog\ncat\na.b\n',
    ],
    [
      'sed',
      'echo "aaa bbb" | sed "s/a/X/2; s/b\\(b*\\)/<\\1>/"; seq 5 | sed -n "2,3p;\\$p"; seq 3 | sed 2d; seq 9 | sed 2q',
      'aXa <bb>\n2\n3\n5\n1\n3\n1\n2\n',
    ],
    ['several patterns and several scripts', 'seq 4 | grep -e 2 -e 4; seq 3 | sed -n -e 1p -e 3p', '2\n4\n1\n3\n'],
    [
      'sed in place',
      'echo one > /sdcard/s; sed -i s/one/two/ /sdcard/s; cat /sdcard/s; echo a/b | sed s#/#-#; echo ab | sed y/ab/xy/',
      'two\na-b\nxy\n',
    ],
    [
      'xargs',
      'echo 1 2 3 | xargs -n 2 echo n; printf "a b\\0c" | xargs -0 -I{} echo "<{}>"',
      'n 1 2\nn 3\n<a b>\n<c>\n',
    ],
    [
      'digests',
      'printf abc | md5sum; printf abc > /sdcard/h; sha256sum /sdcard/h; sha1sum -b /sdcard/h',
      '900150983cd24fb0d6963f7d28e17f72  -\nba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  /sdcard/h\na9993e364706816aba3e25717850c26c9cd0d89d\n',
    ],
    ['base64', 'printf "hello" | base64; printf aGVsbG8= | base64 -d', 'aGVsbG8=\nhello'],
    ['xxd', 'printf "AB\\n" | xxd -p', '41420a\n'],
    ['basename and dirname', 'basename /a/b.c .c; dirname /a/b.c', 'b\n/a\n'],
    [
      'ls',
      'mkdir -p /sdcard/l/d; touch /sdcard/l/f /sdcard/l/.h; ls /sdcard/l; ls -a /sdcard/l; ls -F /sdcard/l; ls -d /sdcard/l',
      'd\nf\n.\n..\n.h\nd\nf\nd/\nf\n/sdcard/l\n',
    ],
    [
      'ls -l',
      'printf abc > /data/local/tmp/f; ln -s f /data/local/tmp/k; chmod 640 /data/local/tmp/f; ls -l /data/local/tmp/f /data/local/tmp/k',
      '-rw-r----- 1 shell shell 3 2026-01-15 18:30 /data/local/tmp/f\nlrwxrwxrwx 1 shell shell 1 2026-01-15 18:30 /data/local/tmp/k -> f\n',
    ],
    [
      'stat',
      'printf abc > /sdcard/f; chmod 600 /sdcard/f; stat -c "%a %s %n %U %F %Y" /sdcard/f',
      '600 3 /sdcard/f shell regular file 1768473005\n',
    ],
    ['du', 'mkdir /sdcard/u; head -c 5000 /dev/zero > /sdcard/u/f; du -s /sdcard/u', '12\t/sdcard/u\n'],
    [
      'cp',
      'cd /sdcard; mkdir -p c/d; echo 1 > c/d/f; ln -s d c/l; cp -r c e; cat e/d/f; readlink e/l; cp c/d/f x; cat x',
      '1\nd\n1\n',
    ],
    ['mv', 'cd /sdcard; mkdir m; echo 1 > a; mv a m; mv m/a m/b; ls m; mv m n; ls n', 'b\nb\n'],
    [
      'rm',
      'cd /sdcard; mkdir -p r/s; touch r/f; rm -f nothing; rm -r r; ls -d r 2>&1',
      'ls: r: No such file or directory\n',
    ],
    ['chmod', 'cd /sdcard; touch p; chmod u=rwx,go-r p; stat -c %a p; chmod +x p; stat -c %a p', '700\n711\n'],
    ['touch', 'touch -d @1000000000 /sdcard/f; stat -c %Y /sdcard/f', '1000000000\n'],
    [
      'cp -p',
      'cd /sdcard; mkdir c; touch c/f; ln -s f c/l; touch -hd @1000000000 c/f c/l c; cp -rp c e; stat -c %Y e/f e/l e',
      '1000000000\n1000000000\n1000000000\n',
    ],
    [
      'stat of a time',
      'touch -d @1000000000 /sdcard/f; TZ=UTC stat -c %y /sdcard/f',
      '2001-09-09 01:46:40.000000000 +0000\n',
    ],
    [
      'readlink and realpath',
      'readlink /sdcard; realpath /sdcard/Download/..',
      '/storage/self/primary\n/storage/emulated/0\n',
    ],
    [
      'find',
      'cd /sdcard; mkdir -p f/g; touch f/a.txt f/g/b.txt f/c; find f -name "*.txt"; find f -type d -maxdepth 1; find f -name c -exec echo got {} \\;',
      'f/a.txt\nf/g/b.txt\nf\nf/g\ngot f/c\n',
    ],
    [
      'find with or, not and delete',
      'cd /sdcard; mkdir f; touch f/a f/b f/c; find f \\( -name a -o -name b \\) -delete; ls f; find f ! -name c',
      'c\nf\n',
    ],
    [
      'date',
      'date "+%F %T %z %A %j"; date -u +%H; TZ=America/New_York date +%H:%M; date -d @0 +%s',
      '2026-01-15 18:30:05 +0800 Thursday 015\n10\n05:30\n0\n',
    ],
    ['timeout', 'timeout 0.05 sleep 10; echo $?; timeout 5 echo in time', '124\nin time\n'],
    ['env', 'env A=1 sh -c "echo \\$A"; export B=2; printenv B', '1\n2\n'],
    ['uname and id', 'uname -sm; id -u; whoami', 'Linux aarch64\n2000\nshell\n'],
    ['ps', 'ps -A -o PID,NAME | grep -c zygote64; ps -p 1 -o user,name', '1\nUSER NAME\nroot init\n'],
  ])('%s', async (_what, script, expected) => {
    expect(await testShell({ now: () => NOW }).output(script)).toBe(expected)
  })
})

describe('Android’s commands print for', () => {
  it.each([
    [
      'getprop and setprop',
      'setprop debug.x 1; getprop debug.x; getprop nothing fallback; getprop | grep -c "^\\[ro.product.model\\]"',
      '1\nfallback\n1\n',
    ],
    [
      'a property that is read-only',
      'setprop ro.product.model Fake 2>/dev/null; echo $?; getprop ro.product.manufacturer',
      '1\nGoogle\n',
    ],
    [
      'settings',
      'settings put secure a "b c"; settings get secure a; settings get system nothing; settings delete secure a; settings list global | grep wifi',
      'b c\nnull\nDeleted 1 rows\nwifi_on=1\n',
    ],
    [
      'cmd media_session volume',
      'cmd media_session volume --stream 3 --get; media volume --set 9; settings get system volume_music_speaker',
      '[V] will control stream=3 (STREAM_MUSIC)\n[V] will get volume\n[V] Connecting to AudioService\n[V] volume is 5 in range [0..15]\n' +
        '[V] will set volume to index=9\n[V] Connecting to AudioService\n9\n',
    ],
    [
      'media volume at its ends',
      'media volume --set 15 | tail -n 0; for d in raise lower same; do media volume --adj $d --get | tail -n 1; done; media volume --set 16 2>&1 | tail -n 1; media volume --set 0 --get | tail -n 1',
      '[V] volume is 15 in range [0..15]\n[V] volume is 14 in range [0..15]\n[V] volume is 14 in range [0..15]\n' +
        'media: Error: invalid volume index 16 for stream 3 (should be in [0..15])\n[V] volume is 0 in range [0..15]\n',
    ],
    ['wm', 'wm size; wm density', 'Physical size: 360x640\nPhysical density: 160\n'],
    ['svc', 'svc wifi disable; settings get global wifi_on', '0\n'],
    [
      'ime',
      'ime list -s; ime set com.android.adbkeyboard/.AdbIME; settings get secure default_input_method',
      'com.phonedeck.ime/.LatinIME\ncom.android.adbkeyboard/.AdbIME\nInput method com.android.adbkeyboard/.AdbIME selected for user #0\ncom.android.adbkeyboard/.AdbIME\n',
    ],
    [
      'pm',
      'pm list packages notes; pm path com.phonedeck.notes; pm path nothing; echo $?; pm disable-user com.depop; pm list packages -d',
      'package:com.phonedeck.notes\npackage:/system/app/PhonedeckNotes/PhonedeckNotes.apk\n1\nPackage com.depop new state: disabled-user\npackage:com.depop\n',
    ],
    [
      'cmd',
      'cmd package list packages com.depop; cmd nothing 2>&1',
      "package:com.depop\ncmd: Can't find service: nothing\n",
    ],
    [
      'logcat',
      'log -t tag -p w hello; logcat -d tag:W "*:S" | tail -n 1 | cut -c21-; logcat -c; logcat -d | wc -l',
      '4002  4002 W tag     : hello\n1\n',
    ],
    ['df', 'df /data | tail -n 1 | cut -F6', '/data\n'],
  ])('%s', async (_what, script, expected) => {
    expect(await testShell({ now: () => NOW }).output(script)).toBe(expected)
  })

  it('battery, address and memory are the phone’s own', async () => {
    const { phone, output } = testShell()
    const { ip, mac, battery } = phone.identity
    expect(await output('dumpsys battery')).toContain(`level: ${battery}\n`)
    expect(await output('ip addr show wlan0')).toContain(`inet ${ip}/16`)
    expect(await output('ip addr show wlan0')).not.toContain('127.0.0.1')
    expect(await output('ip link')).toContain(mac)
    expect(await output('ip route')).toContain(`src ${ip}`)
    expect(await output('ifconfig wlan0')).toContain(`inet addr:${ip}`)
    expect(await output('cat /proc/meminfo')).toMatch(/^MemTotal: +\d+ kB\n/)
    expect(await output('cat /proc/stat')).toMatch(/^cpu {2}\d+ /)
    expect(await output('cat /sys/class/power_supply/battery/capacity')).toBe(`${battery}\n`)
  })

  it('input reaches the screen', async () => {
    const { phone, run } = testShell()
    await run('input tap 10 20; input text a%sb; input keyevent BACK 66 KEYCODE_7; input swipe 0 0 100 200 20')
    expect((await phone.screen()).events).toEqual([
      'touch down 0 10 20',
      'touch up 0 10 20',
      'text a b',
      'key down 4',
      'key up 4',
      'key down 66',
      'key up 66',
      'key down 14',
      'key up 14',
      'touch down 0 0 0',
      'touch move 0 50 100',
      'touch move 0 100 200',
      'touch up 0 100 200',
    ])
    expect((await run('input tap x y')).status).toBe(255)
    expect((await run('input keyevent NOTHING')).status).toBe(255)
  })

  it('am and monkey start apps that are there', async () => {
    const { phone, run } = testShell()
    expect((await run('am start -n com.phonedeck.notes/.Main && monkey -p com.depop 1')).status).toBe(0)
    expect((await phone.screen()).events).toEqual(['launch com.phonedeck.notes', 'launch com.depop'])
    expect((await run('am start -n com.nothing/.Main')).stderr).toContain('does not exist')
  })

  it('screencap writes a PNG', async () => {
    const { phone, run } = testShell()
    await run('screencap /sdcard/s.png; screencap -p > /sdcard/t.png')
    for (const name of ['s', 't']) {
      expect(phone.files.readFile(`/sdcard/${name}.png`).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    }
  })

  it('screencap without -p writes pixels behind their size', async () => {
    const { phone, run } = testShell()
    await run('screencap > /sdcard/s; screencap /sdcard/t.raw')
    for (const name of ['s', 't.raw']) {
      const raw = phone.files.readFile(`/sdcard/${name}`)
      expect([0, 4, 8, 12].map((offset) => raw.readUInt32LE(offset))).toEqual([360, 640, 1, 0])
      expect(raw.length).toBe(16 + 360 * 640 * 4)
    }
  })

  it('reboot takes the phone down', async () => {
    const { phone, run } = testShell()
    await phone.start('127.0.0.1', 0)
    const before = phone.signal
    await run('reboot')
    await phone.booted()
    expect(before.aborted).toBe(true)
    expect(phone.signal.aborted).toBe(false)
    await phone.stop()
  })

  it('a reboot keeps the volume, and ends its muting', async () => {
    const { phone, run } = testShell()
    await phone.start('127.0.0.1', 0)
    phone.volume.level = 9
    phone.volume.toggleMute()
    await run('reboot')
    await phone.booted()
    expect(phone.volume.level).toBe(9)
    await phone.stop()
  })
})

describe('tar', () => {
  const tree =
    'cd /data/data/com.depop; mkdir -p files/deep; echo 1 > files/a; head -c 70000 /dev/urandom > files/deep/b; ln -s a files/l; chmod 600 files/a; touch -hd @1000000000 files/a files/l files/deep'

  it.each(['', 'z'])('keeps an app’s data over a wipe (-%s)', async (zip) => {
    const { run, output } = testShell()
    await run(tree)
    const before = await output('cd /data/data/com.depop; find . -type f -exec sha256sum {} \\; ; ls -lR .')
    expect((await run(`tar -C /data/data -c${zip}f /sdcard/record.tar com.depop && pm clear com.depop`)).status).toBe(0)
    expect(await output('find /data/data/com.depop -type f')).toBe('')
    expect((await run(`tar -C /data/data -x${zip}f /sdcard/record.tar`)).stderr).toBe('')
    expect(await output('cd /data/data/com.depop; find . -type f -exec sha256sum {} \\; ; ls -lR .')).toBe(before)
    expect(await output('cd /data/data/com.depop/files; stat -c %Y a l deep')).toBe('1000000000\n'.repeat(3))
  })

  it('may leave the times', async () => {
    const extracted = `${tree}; tar cf /sdcard/t.tar files; mkdir /sdcard/o; tar -C /sdcard/o -xmf /sdcard/t.tar`
    const now = await testShell().output(`${extracted}; cd /sdcard/o/files; stat -c %Y a l deep`)
    expect(now.split('\n').filter((second) => Number(second) > 1_000_000_000)).toHaveLength(3)
  })

  it('lists, extracts to stdout, and extracts only what is asked for', async () => {
    const { run, output } = testShell()
    await run(`${tree}; tar cf /sdcard/t.tar files`)
    expect(await output('tar tf /sdcard/t.tar')).toBe('files/\nfiles/a\nfiles/deep/\nfiles/deep/b\nfiles/l\n')
    expect(await output('tar xOf /sdcard/t.tar files/a')).toBe('1\n')
    expect(
      await output('mkdir /sdcard/o; tar -C /sdcard/o -xf /sdcard/t.tar files/deep; find /sdcard/o/ -type f'),
    ).toBe('/sdcard/o/files/deep/b\n')
  })

  it('goes through pipes and long names', async () => {
    const long = 'n'.repeat(150)
    const script = `mkdir -p /sdcard/p/${long}; echo x > /sdcard/p/${long}/${long}; mkdir /sdcard/q; tar -C /sdcard/p -cz . | tar -C /sdcard/q -xz; cat /sdcard/q/${long}/${long}`
    expect(await testShell().output(script)).toBe('x\n')
  })

  it('stays within its folder, and ends garbage with a message', async () => {
    const { phone, run } = testShell()
    phone.files.writeFile('/sdcard/garbage', Buffer.alloc(2048, 7))
    expect((await run('tar tf /sdcard/garbage')).stderr).toContain('bad header')
    phone.files.writeFile('/sdcard/short.gz', gzipSync(Buffer.alloc(100)).subarray(0, 20))
    expect((await run('tar tzf /sdcard/short.gz')).status).not.toBe(0)
    const entry = {
      name: '../../evil',
      type: 'file' as const,
      mode: 0o644,
      uid: 0,
      gid: 0,
      size: 0,
      mtime: 0,
      target: '',
    }
    phone.files.writeFile('/sdcard/evil.tar', Buffer.concat([encodeTarHeader(entry), Buffer.alloc(1024)]))
    expect((await run('mkdir /sdcard/in; tar -C /sdcard/in -xf /sdcard/evil.tar')).stderr).toContain('not under')
    expect(phone.files.exists('/storage/evil')).toBe(false)
  })

  it('does not unpack a bomb', async () => {
    const { phone, run } = testShell({ storage: 4 * 1024 * 1024 })
    phone.files.writeFile('/sdcard/bomb.gz', gzipSync(Buffer.alloc(64 * 1024 * 1024)))
    expect((await run('gunzip -k /sdcard/bomb.gz')).stderr).toContain('No space left on device')
    expect(phone.files.used).toBeLessThanOrEqual(phone.files.capacity)
  })
})
