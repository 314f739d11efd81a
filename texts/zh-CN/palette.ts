/** Finding any screen, shop, phone or action. */
export const palette = {
  hint: '查找页面、店铺、设备或操作…',
  nothing: '没有找到',
  screen: '页面',
  action: '操作',
  keys: '快捷键',
  language: '语言：切换到 {{name}}',
  theme: '切换深色或浅色',
} as const
