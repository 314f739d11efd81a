/** What Blueprint's own parts are called, and what comes with what opens above a screen. */
export const widgets = {
  close: '关闭',
  dropdown: '展开选项',
  subMenu: '子菜单',
  shortcuts: '常用日期',
  month: '月份',
  year: '年份',
  previousMonth: '上个月',
  nextMonth: '下个月',
  removeTag: '移除',
  clearAll: '全部移除',
  loading: '正在加载',
  increment: '增加',
  decrement: '减少',
  /** The menu of columns. */
  columns: {
    up: '“{{column}}”左移',
    down: '“{{column}}”右移',
    narrower: '“{{column}}”变窄',
    wider: '“{{column}}”变宽',
  },
} as const
