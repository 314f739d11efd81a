/** Whether the operation log is whole. */
export const logCheck = {
  action: '校验',
  title: '校验日志链',
  checking: '正在从第一条记录开始校验…',
  progress_other: '已检查 {{checked}} / {{count}} 条',
  interrupted: '校验中断：服务器已停止，请再次校验',
  waiting_other: '另有 {{count}} 条刚写入，尚未链接。',
  whole_other: '日志完整：{{count}} 条记录首尾相连，没有缺口。',
  broken_other: '发现 {{count}} 处缺口（$t(logCheck.checked, {"count": {{checked}} })）。',
  checked_other: '共检查 {{count}} 条',
  failed: '未能校验：{{message}}',
  head: '最新记录 #{{id}}，哈希',
  headHint: '把它记在别处，就能看出日志末尾是否被截断。',
  close: '关闭',
  again: '再次校验',
  missing: '#{{after}} 之后缺少记录（下一条是 #{{id}}）',
  altered: '#{{id}} 被修改过',
  unchained: '#{{id}} 之前的记录被替换过',
  unvouched: '#{{id}} 不是由服务器写入，或其凭据被删除',
  archive: '#{{after}} 之后至 #{{id}} 的存档缺失或被改动',
} as const

/** One entry of the operation log, as it is looked at. */
export const logEntry = {
  hasDetail: '查看变更',
  drawer: '记录 #{{id}}',
  nothing: '这条记录没有变更内容',
  loading: '正在读取…',
  failed: '未能读取：{{message}}',
  retry: '重试',
} as const
