import type { UnreachableState } from './box-protocol.ts'
import type { DeviceStatus } from './device-lifecycle.ts'

/** A sentence for people in each language of the product. */
interface Sentence {
  zh: string
  en: string
}

/** Why there is no picture or a command failed, as a box's agent says it. */
export const agentReasons = {
  phoneClosed: { zh: '手机已断开连接', en: 'The phone has closed the connection' },
  phoneSilent: { zh: '手机没有响应', en: 'The phone does not answer' },
  phoneUnlisted: { zh: 'adb 已找不到手机', en: 'adb no longer finds the phone' },
  adbServerGone: { zh: 'adb 服务已停止', en: 'The adb server has stopped' },
  boxFull: { zh: '盒子上的手机过多', en: 'The box has too many phones' },
  stopping: { zh: '盒子代理正在停止', en: 'The box agent is stopping' },
  scrcpyEnded: { zh: '手机上的 scrcpy 已结束', en: 'scrcpy has ended on the phone' },
  scrcpyLate: { zh: '手机未能及时传送画面', en: 'The phone did not send its picture in time' },
  scrcpyFailed: { zh: '手机上的 scrcpy 未能启动', en: 'scrcpy did not start on the phone' },
  scrcpyMissing: {
    zh: '手机没有自带 scrcpy 服务端时，需在盒子上设置 SCRCPY_SERVER_PATH',
    en: 'where the phone has no scrcpy server of its own, SCRCPY_SERVER_PATH has to be set on the box',
  },
  noControl: { zh: '手机不接受控制', en: 'The phone takes no control' },
  noSuchPhone: { zh: '盒子上没有这台手机', en: 'The box has no such phone' },
  tooLate: { zh: '命令已过期', en: 'The command came too late' },
  tooManyStreams: { zh: '盒子传送的画面过多', en: 'The box sends too many pictures' },
  tooManyTerminals: { zh: '盒子上打开的命令行过多', en: 'The box has too many terminals open' },
  noTerminal: { zh: '手机的安卓版本过低，无法打开命令行', en: 'The phone’s Android is too old to open a terminal' },
  terminalFailed: { zh: '手机上的命令行未能打开', en: 'The terminal could not be opened on the phone' },
  terminalEnded: { zh: '手机上的命令行意外结束', en: 'The terminal has ended unexpectedly on the phone' },
  badRelay: { zh: '中继地址无效', en: 'The address of the relay is not valid' },
  noShell: { zh: '手机的安卓版本过低，无法运行脚本', en: 'The phone’s Android is too old to run scripts' },
  shellFailed: { zh: '脚本未能在手机上运行', en: 'The script could not be run on the phone' },
  tooMuchWork: { zh: '盒子上同时运行的脚本过多', en: 'The box runs too many scripts at once' },
  workUnknown: {
    zh: '盒子代理已重新启动，脚本的结果未知',
    en: 'The box agent was restarted; what came of the script is not known',
  },
  badTransfer: { zh: '传输地址无效', en: 'The address to transfer to is not valid' },
  transferFailed: { zh: '与服务器的文件传输中断', en: 'The transfer with the server broke off' },
  transferRefused: { zh: '服务器拒绝了文件传输', en: 'The server refused the transfer' },
  transferDamaged: { zh: '传输的文件不完整或已损坏', en: 'What was transferred is incomplete or damaged' },
  transferUnread: { zh: '脚本没有读完传输的文件', en: 'The script did not read all that was transferred' },
  workStopped: { zh: '盒子代理已停止', en: 'The box agent has stopped' },
  noRelay: { zh: '无法连接中继', en: 'The relay cannot be reached' },
  frpcMissing: { zh: '盒子上没有 frpc，请安装后放入 PATH', en: 'The box has no frpc; install it on its PATH' },
  frpcEnded: { zh: 'frpc 已退出', en: 'frpc has ended' },
} as const satisfies Record<string, Sentence>

/** What the relay tells viewers. */
export const relayReasons = {
  lateBox: { zh: '盒子未及时响应', en: 'The box did not answer in time' },
  deafBox: { zh: '无法联系盒子', en: 'The box cannot be reached' },
  lostBox: { zh: '与盒子的连接已断开', en: 'The connection to the box was lost' },
  malformedBox: { zh: '盒子发送了无效数据', en: 'The box sent data that cannot be read' },
  malformed: { zh: '消息格式无效', en: 'The message cannot be read' },
  tooManyMalformed: { zh: '无效消息过多', en: 'Too many messages could not be read' },
  tooManyMessages: { zh: '消息过多', en: 'Too many messages' },
  observerOnly: { zh: '只有控制者可以操作', en: 'Only who controls the phone may touch it' },
  noPhone: { zh: '手机未连接', en: 'The phone is not connected' },
  silent: { zh: '长时间未确认画面', en: 'No picture was acknowledged for a long time' },
  takenOver: { zh: '控制已被他人接管', en: 'Somebody else has taken control' },
  controlLost: { zh: '控制已失效', en: 'Control was lost' },
  idle: { zh: '长时间未操作，控制已释放', en: 'Nothing was done for a long time; control was released' },
  signedOut: { zh: '登录已失效', en: 'The session has ended' },
  noTicketInTime: { zh: '未及时出示票据', en: 'No ticket was shown in time' },
  ticketExpected: { zh: '应先出示票据', en: 'A ticket is expected first' },
  badTicket: { zh: '票据无效或已过期', en: 'The ticket is not valid or has expired' },
  tryAgain: { zh: '服务器暂不可用，请稍后再试', en: 'The server is not available; try again later' },
  crowded: { zh: '观看人数已达上限', en: 'As many watch as may' },
  terminalIdle: {
    zh: '15 分钟没有输入，命令行已关闭',
    en: 'The terminal was closed: nothing was typed for 15 minutes',
  },
  terminalTooLong: { zh: '命令行已达 8 小时上限，已关闭', en: 'The terminal was closed after 8 hours, as each is' },
  tooManyOwnTerminals: {
    zh: '您打开的命令行过多，请先关闭其他',
    en: 'You have too many terminals open; close others first',
  },
  tooManyPhoneTerminals: { zh: '这台手机上打开的命令行过多', en: 'The phone has too many terminals open' },
  heldByOther: { zh: '手机已由他人使用', en: 'Somebody else uses the phone now' },
  noLongerYours: { zh: '您已不能使用这台手机', en: 'You may no longer use this phone' },
  stopping: { zh: '服务器正在停止', en: 'The server is stopping' },
} as const satisfies Record<string, Sentence>

/** Why a server takes a phone for lost. */
export const lossReasons = {
  phone: { zh: '设备已断开', en: 'The phone is disconnected' },
  agent: { zh: '盒子代理已断开', en: 'The box agent is disconnected' },
  abandoned: {
    zh: '环境已在其他设备打开；恢复连接后先自动清理，再供使用',
    en: 'Its environment was opened on another phone; once it is back it is wiped before anybody gets it',
  },
} as const satisfies Record<string, Sentence>

/** Why adb cannot speak to a phone that it lists, and what to do about it. */
export const unreachableReasons = {
  unauthorized: { zh: '未授权：请在手机上允许 USB 调试', en: 'Not authorized: allow USB debugging on the phone' },
  offline: {
    zh: 'adb 显示离线：请重新插拔数据线或重启手机',
    en: 'Offline in adb: plug the cable in again, or restart the phone',
  },
  no_permissions: {
    zh: '没有权限访问 USB 设备：请在盒子上设置 udev 规则',
    en: 'No permissions for the USB device: set the udev rules of the box',
  },
} as const satisfies Record<UnreachableState, Sentence>

/** What a phone's state forbids, it forbids because of this. */
export const stateReasons = {
  offline: { zh: '设备离线', en: 'The phone is offline' },
  booting: { zh: '设备正在启动', en: 'The phone is starting' },
  idle: { zh: '设备空闲', en: 'The phone is idle' },
  preparing: { zh: '设备正在准备环境', en: 'An environment is being opened on the phone' },
  in_use: { zh: '设备使用中', en: 'The phone is in use' },
  releasing: { zh: '设备正在保存并清理环境', en: 'The environment on the phone is being saved and wiped' },
  changing_ip: { zh: '设备正在更换 IP', en: 'The phone is being given another address' },
  maintenance: { zh: '设备正在维护', en: 'The phone is under maintenance' },
  faulty: { zh: '设备故障，请先恢复', en: 'The phone is faulty; recover it first' },
  deleted: { zh: '设备已删除', en: 'The phone is deleted' },
} as const satisfies Record<DeviceStatus, Sentence>

/** Why a run did not come to what it was meant to on a phone. */
export const runReasons = {
  noAnswer: { zh: '盒子没有响应', en: 'The box does not answer' },
  unreceived: { zh: '盒子没有收到命令', en: 'The box was not reached by the command' },
  notVisible: { zh: '设备不存在或无权查看', en: 'There is no such phone, or you may not see it' },
  starterGone: { zh: '任务发起人已停用或删除', en: 'Whoever started the job was disabled or deleted' },
  notYours: { zh: '设备不属于您或您的下级', en: 'The phone belongs neither to you nor to anybody below you' },
  held: { zh: '设备正由他人使用', en: 'Somebody else has the phone' },
  fileGone: { zh: '文件已删除', en: 'The file was deleted' },
  fileDamaged: { zh: '文件已损坏', en: 'The file is damaged' },
  fileUnchecked: { zh: '文件仍在校验', en: 'The file is still being checked' },
  fileName: { zh: '文件名不能用于设备', en: 'A phone takes no file of this name' },
  filesFull: { zh: '文件空间已用完', en: 'Your space for files is used up' },
  noPicture: { zh: '设备没有给出屏幕截图', en: 'The phone gave no picture of its screen' },
} as const satisfies Record<string, Sentence>

/** Why an environment can't be opened or closed. */
export const openingReasons = {
  serviceOver: {
    zh: '服务已到期或未开通，续期后才能操作设备',
    en: 'Your service is over or has not begun; phones can be used once it is renewed',
  },
  quotaUsed: { zh: '可同时使用的设备数已用完', en: 'You already use as many phones as you may' },
  notYourMarket: { zh: '您未开通此市场', en: 'This market is not among your modules' },
  noSuchEnvironment: { zh: '环境不存在或无权查看', en: 'There is no such environment, or you may not see it' },
  environmentIsOpen: { zh: '环境已打开', en: 'This environment is open already' },
  phoneIsThere: {
    zh: '环境所在的设备没有离线，请先关闭环境',
    en: 'The phone of this environment is not offline; close the environment first',
  },
  environmentIsClosed: { zh: '环境未打开', en: 'This environment is not open' },
  noRecord: { zh: '还没有存档', en: 'There is no record yet' },
  noFreePhone: { zh: '没有可用的空闲设备', en: 'No phone is free' },
  /** What an opening is told that somebody has ended before its time. */
  closedEarly: { zh: '已关闭', en: 'Closed' },
} as const satisfies Record<string, Sentence>

/** What Android means by the name of a failure to install or remove an app. */
const androidFailures: readonly { name: RegExp; meaning: Sentence }[] = [
  {
    name: /INSTALL_PARSE_FAILED|INSTALL_FAILED_INVALID_APK/,
    meaning: { zh: '文件不是有效的安装包', en: 'The file is no app that can be installed' },
  },
  {
    name: /INSTALL_FAILED_VERSION_DOWNGRADE/,
    meaning: { zh: '设备上已有更新的版本', en: 'The phone has a newer version' },
  },
  {
    name: /INSTALL_FAILED_(?:UPDATE_INCOMPATIBLE|DUPLICATE_PACKAGE)/,
    meaning: { zh: '与设备上的同名应用冲突', en: 'It conflicts with an app of that name on the phone' },
  },
  {
    name: /INSTALL_FAILED_INSUFFICIENT_STORAGE/,
    meaning: { zh: '设备存储空间不足', en: 'The phone has no room for it' },
  },
  {
    name: /INSTALL_FAILED_(?:NO_MATCHING_ABIS|OLDER_SDK|CPU_ABI_INCOMPATIBLE)/,
    meaning: { zh: '应用与设备不兼容', en: 'The app does not suit the phone' },
  },
  {
    name: /DELETE_FAILED|not installed for/,
    meaning: { zh: '设备上没有此应用，或它不能卸载', en: 'The phone has no such app, or it cannot be removed' },
  },
  {
    name: /No activities found/,
    meaning: { zh: '设备上没有可以打开的此应用', en: 'The phone has no such app that can be opened' },
  },
]

/** What a phone said when something failed, with what it means in front where that is known. */
export function failureOf(said: string): string {
  const known = androidFailures.find(({ name }) => name.test(said))
  return known ? `${known.meaning.zh}（${said}）` : said
}

/** The sentences as they are sent and kept: in Chinese, perhaps with what caused them behind. */
export const inChinese = <Name extends string>(sentences: Readonly<Record<Name, Sentence>>) =>
  // Its names are those of the sentences.
  Object.fromEntries(Object.entries<Sentence>(sentences).map(([name, { zh }]) => [name, zh])) as Record<Name, string>

/** The longest first: one may be a part of another. */
const all: readonly Sentence[] = [
  agentReasons,
  relayReasons,
  lossReasons,
  unreachableReasons,
  stateReasons,
  runReasons,
  openingReasons,
]
  .flatMap((sentences) => Object.values<Sentence>(sentences))
  .concat(androidFailures.map(({ meaning }) => meaning))
  .toSorted((a, b) => b.zh.length - a.zh.length)

/** A reason in English, as far as it is one of ours; what a phone or a program said with it stays as it is. */
export function reasonInEnglish(reason: string): string {
  const known = all.filter(({ zh }) => reason.includes(zh))
  if (known.length === 0) return reason
  return known
    .reduce((text, { zh, en }) => text.replaceAll(zh, en), reason)
    .replaceAll('：', ': ')
    .replaceAll('（', ' (')
    .replaceAll('）', ')')
}
