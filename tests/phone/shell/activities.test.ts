import { describe, expect, it } from 'vitest'
import { testShell } from './shell-under-test.ts'
import { makeApk } from './apk-under-test.ts'

/** What `am start -W` prints of an app that came up so. */
const told = (state: string) =>
  new RegExp(
    `^Starting: Intent \\{ cmp=com.depop/.MainActivity \\}\\n(?:Warning: .*\\n)?Status: ok\\nLaunchState: ${state}\\nActivity: com.depop/.MainActivity\\nTotalTime: \\d+\\nWaitTime: \\d+\\nComplete\\n$`,
  )

/** As Android 14 prints them. */
describe('am start', () => {
  it.each([
    [
      'a web address in the browser',
      'am start -a android.intent.action.VIEW -d https://example.com/a?b=c',
      'Starting: Intent { act=android.intent.action.VIEW dat=https://example.com/... }\n',
      'com.phonedeck.browser',
    ],
    [
      'the settings',
      'am start -a android.settings.SETTINGS',
      'Starting: Intent { act=android.settings.SETTINGS }\n',
      'com.android.settings',
    ],
    [
      'the home screen',
      'am start -a android.intent.action.MAIN -c android.intent.category.HOME',
      'Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.HOME] }\n',
      'com.phonedeck.home',
    ],
    [
      'a component, with extras and options of every kind',
      'am start --user 0 --display 0 --es a b --ei c 1 --esa d e,f --activity-clear-task --grant-read-uri-permission -n com.depop/com.depop.MainActivity',
      'Starting: Intent { cmp=com.depop/.MainActivity (has extras) }\n',
      'com.depop',
    ],
  ])('opens %s', async (_what, script, stdout, launched) => {
    const { phone, run } = testShell()
    expect(await run(script)).toEqual({ status: 0, stdout, stderr: '' })
    expect((await phone.screen()).events).toEqual([`launch ${launched}`])
  })

  it('says what nothing takes', async () => {
    const { phone, run } = testShell()
    expect(await run('am start -a android.intent.action.DIAL -d tel:10086')).toEqual({
      status: 1,
      stdout: 'Starting: Intent { act=android.intent.action.DIAL dat=tel:xxxxx }\n',
      stderr:
        'Error: Activity not started, unable to resolve Intent { act=android.intent.action.DIAL dat=tel:xxxxx flg=0x10000000 }\n',
    })
    expect((await phone.screen()).events).toEqual([])
  })

  it('with -W tells how the app came up', async () => {
    const { run } = testShell()
    expect((await run('am start -W -n com.depop/.MainActivity')).stdout).toMatch(told('COLD'))
    expect((await run('am start -W -n com.depop/.MainActivity')).stdout).toMatch(told('UNKNOWN \\(0\\)'))
    await run('am start -n com.phonedeck.notes/.MainActivity')
    expect((await run('am start -W -n com.depop/.MainActivity')).stdout).toMatch(told('HOT'))
    expect((await run('am start -S -W -n com.depop/.MainActivity')).stdout).toMatch(told('COLD'))
  })
})

it('am answers for services, tasks and tests', async () => {
  const { run } = testShell()
  const service = await run('am start-service -n com.depop/.Sync')
  expect(service.stdout).toBe('Starting service: Intent { cmp=com.depop/.Sync }\n')
  expect(service.stderr).toBe('Error: Not found; no service started.\n')
  await run('am start -n com.depop/.MainActivity')
  expect((await run('am stack list')).stdout).toMatch(/^RootTask id=\d+ .*\n {2}taskId=\d+: com.depop\/com.depop.Main/)
  expect((await run('am instrument -w -e class x com.x.test/r.Runner')).stdout).toContain(
    'Unable to find instrumentation info for: ComponentInfo{com.x.test/r.Runner}',
  )
})

describe('what is in front', () => {
  /** How Appium's adb finds the activity in front, and whether there is a keyboard. */
  const focus = /mCurrentFocus.+\{.+\s([^\s/]+)\/([^\s]+)\}/
  const app = /mFocusedApp.+Record\{.*\s([^\s/}]+)\/([^\s/},]+)(,[^\s/}]+)?(\s|\})/

  it.each(['displays', 'windows'])('is told by dumpsys window %s', async (what) => {
    const { run, output } = testShell()
    expect(focus.exec(await output(`dumpsys window ${what}`))?.slice(1, 3)).toEqual([
      'com.phonedeck.home',
      'com.phonedeck.home.MainActivity',
    ])
    await run('am start -n com.depop/.MainActivity')
    const dump = await output(`dumpsys window ${what}`)
    expect(focus.exec(dump)?.slice(1, 3)).toEqual(['com.depop', 'com.depop.MainActivity'])
    expect(app.exec(dump)?.slice(1, 3)).toEqual(['com.depop', '.MainActivity'])
  })

  it('is told by dumpsys activity and input_method', async () => {
    const { run, output } = testShell()
    await run('am start -n com.depop/.MainActivity')
    const dump = await output('dumpsys activity activities')
    expect(dump).toMatch(/topResumedActivity=ActivityRecord\{[0-9a-f]+ u0 com.depop\/.MainActivity t\d+\}/)
    expect(dump).toMatch(/ResumedActivity: ActivityRecord\{[0-9a-f]+ u0 com.depop\/.MainActivity t\d+\}/)
    expect(await output('dumpsys input_method')).toMatch(/mInputShown=false/)
  })

  it('has a process until it is ended', async () => {
    const { phone, run, output } = testShell()
    expect((await run('pidof com.depop')).status).toBe(1)
    await run('am start -n com.depop/.MainActivity; am start -n com.phonedeck.notes/.MainActivity')
    const pid = (await output('pidof com.depop')).trim()
    expect(pid).toMatch(/^\d+$/)
    expect(await output('pidof com.depop')).toBe(`${pid}\n`)
    const user = (await output('stat -c %U /data/data/com.depop')).trim()
    expect(await output(`ps -p ${pid} -o USER,NAME`)).toBe(`USER    NAME\n${user} com.depop\n`)
    await run('am force-stop com.depop')
    expect((await run('pidof com.depop')).status).toBe(1)
    expect((await phone.screen()).front).toBe('com.phonedeck.notes')
  })

  it.each([
    ['am force-stop com.depop', undefined],
    ['pm clear com.depop', undefined],
    ['pm disable-user com.depop', undefined],
    ['pm uninstall --user 0 com.depop', undefined],
    ['am kill com.depop', 'com.depop'],
  ])('after %s is %s', async (script, front) => {
    const { phone, run } = testShell()
    await run(`am start -n com.depop/.MainActivity; ${script}`)
    expect((await phone.screen()).front).toBe(front)
  })
})

describe('packages', () => {
  it.each([
    ['pm grant com.depop android.permission.CAMERA; pm revoke com.depop android.permission.CAMERA; echo $?', '0\n'],
    ['pm grant com.nothing android.permission.CAMERA 2>/dev/null; echo $?', '255\n'],
    [
      'cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER com.depop',
      'priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\ncom.depop/.MainActivity\n',
    ],
    ['cmd package resolve-activity --brief com.android.systemui', 'No activity found\n'],
    ['pm list packages -i com.depop', 'package:com.depop  installer=null\n'],
    [
      'pm uninstall com.depop; pm uninstall --user 0 com.depop; pm list packages com.depop',
      'Failure [DELETE_FAILED_INTERNAL_ERROR]\nSuccess\n',
    ],
    [
      'pm uninstall --user 0 com.depop >/dev/null; cmd package install-existing com.depop; pm path com.depop',
      'Package com.depop installed for user: 0\npackage:/system/app/Depop/Depop.apk\n',
    ],
  ])('%s', async (script, expected) => {
    expect(await testShell().output(script)).toBe(expected)
  })

  it('are dumped under the line that Appium looks for', async () => {
    const dump = await testShell().output('dumpsys package com.depop')
    expect(dump).toMatch(/^\s*Package\s+\[com\.depop\][^:]+:$/m)
    expect(dump).toMatch(/^ +versionCode=\d+ /m)
  })

  it('come in several parts, or not at all', async () => {
    const { phone, run, output } = testShell()
    const { used } = phone.files
    phone.files.writeFile('/sdcard/0.apk', makeApk('com.example.shop', 3, '1.2'))
    const session = /\[(\d+)\]/.exec(await output('pm install-create -r'))?.[1] ?? ''
    expect(await output(`pm install-write ${session} base.apk /sdcard/0.apk`)).toContain('Success')
    expect(await output(`pm install-commit ${session}`)).toBe('Success\n')
    expect(await output('pm path com.example.shop')).toBe('package:/data/app/com.example.shop-1/base.apk\n')
    const other = /\[(\d+)\]/.exec(await output('pm install-create'))?.[1] ?? ''
    await run(`pm install-write ${other} x /sdcard/0.apk; pm install-abandon ${other}`)
    expect((await run(`pm install-commit ${other}`)).status).not.toBe(0)
    await run('pm clear com.example.shop; pm uninstall com.example.shop; rm /sdcard/0.apk')
    expect(phone.files.used).toBe(used)
  })
})

it('the battery says what it is told to, until it is reset', async () => {
  const { phone, output } = testShell()
  expect(await output('cmd battery unplug; dumpsys battery')).toMatch(/AC powered: false[^]*status: 3/)
  expect(await output('dumpsys battery set level 7; cmd battery get level')).toBe('7\n')
  expect(await output('dumpsys battery reset; dumpsys battery')).toContain(`level: ${phone.identity.battery}\n`)
  expect(await output('dumpsys battery')).toContain('AC powered: true\n')
})
