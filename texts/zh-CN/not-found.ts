/** The screen of a path that leads nowhere. */
export const notFound = {
  title: '没有这个页面',
  hint: '地址可能有误，或者你的角色不能打开它。',
  home: '回到首页',
} as const
