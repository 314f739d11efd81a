/** The way to find any screen, shop, phone or action. */
export const palette = {
  hint: '查找页面、店铺、设备或操作…',
  keys: '快捷键',
} as const
