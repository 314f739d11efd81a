import type { Stage } from './stage.ts'

/** Site messages and the maintenance notice of the demo fleet. */
export async function spreadTheWord({ callAs, store }: Stage): Promise<void> {
  await callAs('admin', 'maintain/edit', {
    content: '本周六 02:00–03:00 机房例行维护，期间部分设备会短暂离线，环境数据不受影响。',
  })
  const notice = await store.notices.current()
  if (notice !== undefined) await store.samples.mark('notice', [notice.id])
  const messages: readonly (readonly [from: string, text: string, to: readonly string[]])[] = [
    [
      'admin',
      '欢迎使用云机控制台。\n在“设备管理”中打开一台云机，即可看到并操作它的画面；按 ctrl+k 可快速查找页面和设备。',
      ['admin', 'security', 'agent', 'manager', 'element'],
    ],
    ['security', '安全提醒：请勿与他人共用账号；离开座位时请退出登录。', ['agent', 'manager', 'element']],
    ['agent', '盒子 B02 已上架，新增云机归 manager 团队使用。', ['manager']],
    ['manager', '今晚 20:00 直播，请各位提前半小时打开环境并检查出口 IP。', ['element']],
  ]
  for (const [from, msg_text, roles] of messages) await callAs(from, 'user/message/send', { msg_text, to: { roles } })
}
