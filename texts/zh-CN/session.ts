/** What the session and its connections say (SPEC §4, §8; the two English sentences are the SPEC's own). */
export const session = {
  hasError: 'Has Error',
  nothingCameBack: 'Verification failed, please Login again.',
  signedOut: '退出成功',
  forcedOut: '登录已失效，请重新登录',
  noConnection: '网络连接失败，请检查网络后重试',
  unanswered: '没有收到回答，可能已经完成，请先查看',
  timedOut: '服务器 5 分钟内没有回应，请重试',
  socketLost: 'websocket连接断开，请刷新页面',
  brokerFailed: 'mqtt服务连接失败',
} as const
