/** Finding any screen, shop, phone or action. */
export const palette = {
  hint: '查找页面、店铺、设备或操作…',
  nothing: '没有找到',
  screen: '页面',
  action: '操作',
  reboot: '重启设备…',
  whichPhone: '重启哪台设备？输入名称或序列号',
  renew: '续期…',
  whoseService: '为谁续期？输入用户名',
  keys: '快捷键',
  language: '语言：切换到 {{name}}',
  theme: '切换深色或浅色',
} as const
