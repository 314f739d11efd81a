import { describe, expect, test } from 'vitest'
import { roles } from '../../domain/roles.ts'
import { i18n, speakOf } from '../../src/i18n/i18n.ts'
import { menuFor, placeAt } from '../../src/routes.ts'

await speakOf('signed in')

const isInTheSidebar = (path: string): boolean =>
  roles.some((role) =>
    menuFor({ role, modules: [] })
      .flatMap((entry) => [entry, ...entry.children])
      .some((entry) => entry.path === path),
  )

describe('the screens', () => {
  test.each([
    ['/login', '登录'],
    ['/404', '404'],
    ['/remote/observe', '远程观察'],
    ['/device1/remotely', '远程操作'],
    ['/device/remotely', '远程操作'],
  ])('%s is hidden, and titled %s', (path, title) => {
    const place = placeAt(path)
    expect(place && i18n.t(`routes.${place.screen.title}`)).toBe(title)
    expect(isInTheSidebar(path)).toBe(false)
  })

  test.each([
    ['/dashboard', '首页'],
    ['/device/list', '设备管理'],
    ['/statistics/record', '系统报表'],
    ['/report/list', 'IP报表'],
    ['/box/', '盒子列表'],
    ['/box/open', '打开 FRP'],
    ['/log/list', '操作日志'],
    ['/files/list', '文件上传'],
  ])('%s stands in the sidebar, and is titled %s', (path, title) => {
    const place = placeAt(path)
    expect(place && i18n.t(`routes.${place.screen.title}`)).toBe(title)
    expect(isInTheSidebar(path)).toBe(true)
  })
})

describe('what the console says', () => {
  test.each([
    ['session.hasError', 'Has Error'],
    ['session.nothingCameBack', 'Verification failed, please Login again.'],
    ['session.signedOut', '退出成功'],
    ['session.socketLost', 'websocket连接断开，请刷新页面'],
    ['shell.user.copied', '复制成功到剪贴板'],
    ['password.required', '必填项'],
    ['password.mismatch', '两次密码不一致'],
    ['password.changed', '修改成功'],
    ['messages.title', '站点信息'],
    ['messages.read', '已读'],
    ['shell.subscription.expired', '已过期'],
  ] as const)('as %s is %s', (key, text) => expect(i18n.t(key)).toBe(text))

  test('of a new password is that it has letters and digits, 8 to 20 of them', () => {
    expect(i18n.t('password.hint')).toMatch(/字母和数字.*8-20/)
  })
})
