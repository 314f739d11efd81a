/** What the list of finds says of them. */
export const finding = {
  nothing: '没有找到',
  screen: '页面',
  action: '操作',
  theme: '主题',
  reboot: '重启设备…',
  whichPhone: '重启哪台设备？输入名称或序列号',
  renew: '续期…',
  whoseService: '为谁续期？输入用户名',
  language: '语言：切换到 {{name}}',
} as const
