/** Why there is no picture or a command failed, for operators, in the language of the servers' messages. */
export const reasons = {
  phoneClosed: '手机已断开连接',
  phoneSilent: '手机没有响应',
  phoneUnlisted: 'adb 已找不到手机',
  adbServerGone: 'adb 服务已停止',
  boxFull: '盒子上的手机过多',
  stopping: '盒子代理正在停止',
  scrcpyEnded: '手机上的 scrcpy 已结束',
  scrcpyLate: '手机未能及时传送画面',
  scrcpyFailed: '手机上的 scrcpy 未能启动',
  scrcpyMissing: '手机没有自带 scrcpy 服务端时，需在盒子上设置 SCRCPY_SERVER_PATH',
  noControl: '手机不接受控制',
  noSuchPhone: '盒子上没有这台手机',
  tooLate: '命令已过期',
  tooManyStreams: '盒子传送的画面过多',
  badRelay: '中继地址无效',
  noRelay: '无法连接中继',
} as const
