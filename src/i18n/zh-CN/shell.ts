/** The frame around every screen, and what it tells of itself. */
export const shell = {
  skip: '跳到主要内容',
  navigation: '主导航',
  breadcrumb: '当前位置',
  breadcrumbRoot: 'Dashboard',
  openSidebar: '展开菜单',
  closeSidebar: '收起菜单',
  collapse: '收起',
  counts: {
    total: '台',
    using: '使用中',
    refresh: '设备总数和使用中的台数，点击刷新',
  },
  notice: {
    label: '维护公告',
    confirm: '知道了',
  },
  subscription: {
    left: '剩余 <b>{{days}}</b> 天 <b>{{hours}}</b> 小时',
    expired: '已过期',
    hint: '服务剩余时间',
  },
  language: { label: '语言', 'zh-CN': '简体中文', en: 'English' },
  theme: { toDark: '切换到深色', toLight: '切换到浅色' },
  user: {
    menu: '用户菜单',
    copyId: '复制用户 ID',
    copied: '复制成功到剪贴板',
    copyFailed: '浏览器不允许复制，用户 ID 是 {{id}}',
    home: 'Home',
    logOut: 'Log Out',
  },
  notifications: { label: '通知', dismiss: '关闭' },
  failure: {
    title: '这一页没有加载成功',
    hint: '网络可能中断，或者控制台刚刚升级。',
    reload: '重新加载',
  },
  loading: '正在加载',
} as const
