import { describe, expect, it } from 'vitest'
import { makeApk } from './apk-under-test.ts'
import { testShell } from './shell-under-test.ts'

const MEGABYTE = 1024 * 1024

/** An app of about this many bytes: what stands before a zip's last record is of no matter to its reader. */
function appOf(size: number): Buffer {
  const apk = makeApk('com.example.shop', 3, '1.2')
  return Buffer.concat([apk.subarray(0, -22), Buffer.alloc(size, 'x'), apk.subarray(-22)])
}

describe('an APK that comes over stdin', () => {
  it('becomes an app, and nothing else of it stays', async () => {
    const { phone, run, output } = testShell()
    const { used } = phone.files
    const apk = appOf(100)
    phone.files.writeFile('/sdcard/shop.apk', apk)
    const installed = await run(`pm install -S ${apk.length} < /sdcard/shop.apk`)
    expect(installed).toMatchObject({ status: 0, stdout: 'Success\n' })
    expect(await output('ls /data/app')).toBe('com.example.shop-1\n')
    expect(phone.files.readFile('/data/app/com.example.shop-1/base.apk').equals(apk)).toBe(true)
    await run('pm clear com.example.shop; pm uninstall com.example.shop; rm /sdcard/shop.apk')
    expect(phone.files.used).toBe(used)
  })

  it('counts as used storage while it comes, and no longer once its sender is gone', async () => {
    const { phone, run, output } = testShell()
    const { used } = phone.files
    const gone = new AbortController()
    const install = run(`{ head -c 500000 /dev/zero; sleep 1000; } | pm install -S 600000`, '', gone.signal)
    await expect.poll(() => phone.files.used - used).toBeGreaterThanOrEqual(500_000)
    gone.abort()
    await install
    await expect.poll(() => phone.files.used).toBe(used)
    expect(await output('ls /data/app')).toBe('')
  })

  it.each([
    ['is larger than the room that is left', 3_000_000, 3_000_000, 'Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE]\n'],
    ['is none', 300_000, 300_000, 'Failure [INSTALL_PARSE_FAILED_NOT_APK]\n'],
    ['ends early', 300_000, 600_000, ''],
  ])('that %s is refused, and nothing of it stays', async (_, sent, announced, stdout) => {
    const { phone, run, output } = testShell({ storage: MEGABYTE })
    const { used } = phone.files
    const refused = await run(`head -c ${sent} /dev/zero | pm install -S ${announced}`)
    expect(refused.status).not.toBe(0)
    expect(refused.stdout).toBe(stdout)
    expect(phone.files.used).toBe(used)
    expect(await output('ls /data/app')).toBe('')
  })

  it('needs its own size of room, not twice that', async () => {
    const { phone, run } = testShell({ storage: 2 * MEGABYTE })
    const apk = appOf(750_000)
    phone.files.writeFile('/sdcard/shop.apk', apk)
    const installed = await run(`pm install -S ${apk.length} < /sdcard/shop.apk`)
    expect(installed).toMatchObject({ status: 0, stdout: 'Success\n' })
  })
})
