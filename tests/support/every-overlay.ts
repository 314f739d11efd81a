import type { Page } from 'playwright'
import { overlays } from './overlay-problems.ts'

/**
 * What opens over a screen: where, and what is pressed one after the other; `⋯` is the menu of the first row. Filters stand in a bar in
 * wide windows, and on a sheet in narrow ones.
 */
export const everyOverlay: readonly (readonly [name: string, path: string, ...presses: string[]])[] = [
  ['the sidebar', '/dashboard', '展开菜单'],
  ['the menu of the user', '/dashboard', '用户菜单'],
  ['the form of a password', '/dashboard', '用户菜单', '=修改密码'],
  ['the form of a problem', '/dashboard', '用户菜单', '反馈问题'],
  ['the bell', '/dashboard', '站点信息'],
  ['the palette', '/dashboard', 'Control+k'],
  ['the palette with finds', '/dashboard', 'Control+k', '"b01'],
  ['the shortcuts', '/dashboard', 'Shift+Slash'],
  ['filters of phones', '/device/list', 'wide', '状态: 全部'],
  ['owners to filter by', '/device/list', 'wide', '归属: 全部'],
  ['times to filter by', '/device/list', 'wide', '心跳: 全部'],
  ['views of a list', '/device/list', '视图'],
  ['columns of a list', '/device/list', '列'],
  ['the menu of a phone', '/device/list', '⋯'],
  ['the apps of the menu of a phone', '/device/list', '⋯', '=应用'],
  ['the screen of the menu of a phone', '/device/list', '⋯', '=屏幕'],
  ['the form of a phone', '/device/list', '⋯', '=修改'],
  ['who gets a phone', '/device/list', '⋯', '=分配给'],
  ['the properties of a phone', '/device/list', '⋯', '=属性'],
  ['an app to install', '/device/list', '⋯', '=应用', '=安装'],
  ['a file to push', '/device/list', '⋯', '=推送文件'],
  ['a command to run', '/device/list', '⋯', '=运行命令'],
  ['a script to run on a phone', '/device/list', '⋯', '=运行脚本'],
  ['filters on a sheet', '/device/list', 'narrow', '筛选'],
  ['the form of a new shop', '/amazon/list', '新建环境'],
  ['the form of many shops', '/amazon/list', '批量新建'],
  ['the import', '/amazon/list', '导入'],
  ['groups to filter by', '/amazon/list', 'wide', '分组: 全部'],
  ['days to filter by', '/amazon/list', 'wide', '最近打开: 全部'],
  ['the menu of a shop', '/amazon/list', '⋯'],
  ['the records of a shop', '/amazon/list', '⋯', '=数据存档'],
  ['the form of a shop', '/amazon/list', '⋯', '=编辑'],
  ['the groups of a shop', '/amazon/list', '⋯', '=移动到分组'],
  ['who gets a shop', '/amazon/list', '⋯', '=分配给用户'],
  ['a shop to delete', '/amazon/list', '⋯', '=删除'],
  ['the form of a group', '/amazon/tag', '新建分组'],
  ['a group to delete', '/amazon/tag', '⋯', '=删除'],
  ['the menu of somebody', '/user/list', '⋯'],
  ['the form of somebody', '/user/list', '⋯', '=编辑'],
  ['the modules of somebody', '/user/list', '⋯', '=分配模块'],
  ['a service to renew', '/user/list', '⋯', '=续期'],
  ['a password to reset', '/user/list', '⋯', '=重置密码'],
  ['somebody to delete', '/user/list', '⋯', '=删除'],
  ['whom a new user is below', '/user/add', '上级: 自己'],
  ['the form of a script', '/services/list', '新建脚本'],
  ['a script to run', '/services/list', '运行'],
  ['the menu of a script', '/services/list', '⋯'],
  ['a task to delete', '/services/timedtasks', '⋯', '=删除'],
  ['the form of a task', '/services/timedtasks', '新建任务'],
  ['a task to change', '/services/timedtasks', '⋯', '=编辑'],
  ['the form of a box', '/box/', '添加盒子'],
  ['the form of a known box', '/box/', '⋯', '=编辑'],
  ['a token to change', '/box/', '⋯', '=更换接入令牌'],
  ['a tunnel to open', '/box/open', '打开隧道'],
  ['an entry of the log', '/log/list', '详情'],
  ['the check of the log', '/log/list', '校验'],
  ['the days of a report', '/statistics/record', 'wide', '日期: 最近 30 天'],
  ['the quality of a picture', '/device1/remotely', '画质'],
  ['views of the wall', '/remote/observe', '视图'],
]

/** Opens one over the screen that it belongs to. */
export async function openOverlay(page: Page, presses: readonly string[]): Promise<void> {
  for (const press of presses)
    if (press === 'wide' || press === 'narrow') continue
    else if (press === '⋯') await page.getByRole('row').getByText('⋯').first().click()
    else if (press.includes('+') && !press.includes(' ')) await page.keyboard.press(press)
    else if (press.startsWith('"')) await page.keyboard.type(press.slice(1))
    else if (press.startsWith('='))
      await page
        .getByRole('menuitem', { name: press.slice(1) })
        .first()
        .click()
    else await page.getByRole('button', { name: press }).locator('visible=true').first().click()
  await page.locator(overlays).filter({ visible: true }).first().waitFor()
  await page.waitForLoadState('networkidle')
  // What slides in is elsewhere on its way, and what comes late is another size then.
  await page.evaluate(
    (selector) =>
      new Promise<void>((resolve) => {
        let [before, still] = ['', 0]
        const look = () => {
          const isLeaving = document.querySelector('[class*=-exit-active], [class*=-enter-active]') !== null
          const places = [
            ...document.querySelectorAll('[class*=bp6-overlay], [class*=bp6-popover], [role=dialog]'),
          ].map((one) => JSON.stringify(one.getBoundingClientRect()))
          // Of a menu nothing is left while what it leads to still comes.
          const isOpen = [...document.querySelectorAll(selector)].some((one) => one.checkVisibility())
          still = isOpen && !isLeaving && places.join() === before ? still + 1 : 0
          before = places.join()
          if (still > 10) resolve()
          else requestAnimationFrame(look)
        }
        look()
      }),
    overlays,
  )
}
