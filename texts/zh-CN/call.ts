/** Why a call is refused, whatever it is about. */
export const call = {
  invalidInput: '输入有误',
  malformed: '请求无法解析',
  tooDeep: '请求内容嵌套过深',
  tooLarge: '请求内容过大',
  tooManyTries: '尝试次数过多，请稍后再试',
  tooManyRequests: '请求过于频繁，请稍后再试',
  notAllowed: '没有权限',
  noSuchCall: '接口不存在',
  nothingToChange: '没有要修改的内容',
  badCursor: '分页游标无效',
  idsOrMatching: '须指定 ids 或 matching 之一',
  tooManyMatching: '一次最多处理 50,000 个',
  serverError: '服务器内部错误',
  databaseAway: '数据库暂时不可用，请稍后再试',
} as const
