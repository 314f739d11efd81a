import type { DeviceStatus } from '../../domain/device-lifecycle.ts'
import { openingReasons, stateReasons } from '../../domain/reasons.ts'

/** A sentence for people in each language of the product. */
export interface Message {
  zh: string
  en: string
}

export type Language = keyof Message

/** The language a request asks for with `X-Language`; Chinese unless it asks for English. */
export const languageOf = (headers: Record<string, string | string[] | undefined>): Language =>
  headers['x-language'] === 'en' ? 'en' : 'zh'

/** What the server tells people. */
export const messages = {
  invalidInput: { zh: '输入有误', en: 'The input is not valid' },
  malformed: { zh: '请求无法解析', en: 'The request cannot be read' },
  tooDeep: { zh: '请求内容嵌套过深', en: 'The request is nested too deeply' },
  tooLarge: { zh: '请求内容过大', en: 'The request is too large' },
  wrongCredentials: { zh: '用户名或密码错误', en: 'Wrong user name or password' },
  aboveDisabled: {
    zh: '上级账号已停用，请联系上级',
    en: 'An account above yours is disabled; ask the person who manages yours',
  },
  disabled: { zh: '账号已停用，请联系上级', en: 'This account is disabled; ask the person who manages it' },
  wrongCaptcha: { zh: '验证码错误或已过期', en: 'The captcha is wrong or has expired' },
  tooManyTries: { zh: '尝试次数过多，请稍后再试', en: 'Too many tries; try again later' },
  tooManyRequests: { zh: '请求过于频繁，请稍后再试', en: 'Too many requests; try again later' },
  notAllowed: { zh: '没有权限', en: 'You are not allowed to do this' },
  observeOnly: { zh: '安全角色只能观察，不能控制设备', en: 'Security may observe phones, not control them' },
  noSuchCall: { zh: '接口不存在', en: 'There is no such call' },
  noSuchDevice: { zh: '设备不存在或无权查看', en: 'There is no such phone, or you may not see it' },
  offline: stateReasons.offline,
  booting: stateReasons.booting,
  notYours: { zh: '设备不属于您或您的下级', en: 'The phone belongs neither to you nor to anybody below you' },
  whichPhones: { zh: 'id、ids、matching 须且只能提供一个', en: 'Exactly one of id, ids and matching is needed' },
  tooManyPhones: {
    zh: '一次最多修改 50,000 台，请缩小筛选范围',
    en: 'At most 50,000 phones at once; narrow the filters',
  },
  nameIsForOne: { zh: '名称只能逐台修改', en: 'A name is for one phone only' },
  alreadyUndone: { zh: '已经撤销', en: 'It has been undone already' },
  undoIsOver: { zh: '超过 10 分钟，不能再撤销', en: 'It is more than 10 minutes ago and can not be undone' },
  nobodyAbove: { zh: '上级用户已不存在', en: 'The user above is no longer there' },
  changedSince: { zh: '之后又被修改过', en: 'It has been changed since' },
  nothingToChange: { zh: '没有要修改的内容', en: 'There is nothing to change' },
  noOwner: { zh: '设备只能归属代理、管理员或成员', en: 'A phone belongs to an agent, a manager or an element' },
  noSuchMessage: { zh: '消息不存在', en: 'There is no such message' },
  noSuchUser: { zh: '用户不存在或无权查看', en: 'There is no such user, or you may not see it' },
  noSuchBox: { zh: '盒子不存在或无权查看', en: 'There is no such box, or you may not see it' },
  codeTaken: { zh: '编号已被使用', en: 'This code is taken' },
  noBoxOwner: {
    zh: '盒子只能归属代理或管理员；代理只能归属自己',
    en: 'A box belongs to an agent or admin; an agent can name nobody but itself',
  },
  noPhoneOwner: { zh: '只能是盒子归属者的下级', en: 'This has to be somebody below the owner of the box' },
  embeddedBox: {
    zh: '这个盒子的代理由服务器自己启动，令牌无需更换',
    en: 'The server starts the agent of this box itself; its token needs no replacing',
  },
  noSuchFile: { zh: '文件不存在或无权查看', en: 'There is no such file, or you may not see it' },
  noArgument: { zh: '此操作不需要', en: 'This action takes none' },
  notUploaded: { zh: '文件尚未上传完', en: 'The upload of this file is not finished' },
  fileDamaged: { zh: '文件已无法读取', en: 'This file can not be read any more' },
  linkExpired: { zh: '下载链接已过期', en: 'This download address has expired' },
  noUploadLength: { zh: '需要文件大小（Upload-Length）', en: 'The size of the file is needed (Upload-Length)' },
  fileTooLarge: { zh: '文件不能超过 4 GB', en: 'A file can not be larger than 4 GB' },
  quotaOfFiles: { zh: '文件空间已用完', en: 'Your space for files is used up' },
  tooManyUploads: { zh: '未完成的上传过多', en: 'You have too many unfinished uploads' },
  diskFull: { zh: '服务器磁盘空间不足', en: 'The server has no room for this file' },
  fileNameRule: { zh: '文件名无效', en: 'This is no name for a file' },
  noSuchEntry: { zh: '记录不存在或无权查看', en: 'There is no such entry, or you may not see it' },
  alreadyChecking: { zh: '正在校验，请稍候', en: 'The log is being checked already' },
  passwordAgain: {
    zh: '更换代理主机或端口时须重新填写密码',
    en: 'With another host or port the password is given again',
  },
  wholeReceipt: { zh: '编号与哈希须一并提供', en: 'Number and hash are given together' },
  notBelow: { zh: '只能管理自己的下级', en: 'You may only do this to people below you' },
  notYourRole: { zh: '不能创建该角色的用户', en: 'You may not create users of this role' },
  noSuchPlace: { zh: '该上级不能有此角色的下级', en: 'Nobody of this role may stand below this user' },
  blank: { zh: '必填项', en: 'This is required' },
  unreadable: { zh: '含有不允许的字符', en: 'This has characters that are not allowed' },
  noPasswordBySecurity: {
    zh: '安全管理员不能设置密码，请由该用户的上级设置',
    en: 'Security sets no passwords: whoever is above the user does',
  },
  passwordRule: { zh: '必须同时包含字母和数字，且不含空格', en: 'Letters and digits are both needed, and no space' },
  userNameRule: {
    zh: '只能使用中文、字母、数字和 _ . -',
    en: 'Only letters, digits, Chinese characters, _, . and - are allowed',
  },
  wrongOldPassword: { zh: '原密码错误', en: 'The old password is wrong' },
  wrongInvite: { zh: '邀请码无效', en: 'The invite code is not valid' },
  nameTaken: { zh: '用户名已被使用', en: 'This user name is taken' },
  ...openingReasons,
  illegalToken: { zh: '登录信息无效，请重新登录', en: 'The session is not valid; sign in again' },
  signedOutElsewhere: { zh: '会话已在别处结束，请重新登录', en: 'The session was ended elsewhere; sign in again' },
  tokenExpired: { zh: '登录已过期，请重新登录', en: 'The session has expired; sign in again' },
  wrongEnrolment: { zh: '接入令牌无效', en: 'The enrolment token is not valid' },
  noSuchDay: { zh: '日期无效', en: 'There is no such day' },
  spanReversed: { zh: '结束日期早于开始日期', en: 'It ends before it begins' },
  spanTooLong: { zh: '最多 366 天', en: 'At most 366 days' },
  badCursor: { zh: '分页游标无效', en: 'The cursor does not belong to this sort and these filters' },
  noSuchModule: { zh: '该用户未开通此市场', en: 'This market is not among the modules of this user' },
  environmentOpen: {
    zh: '环境已打开，关闭后才能删除',
    en: 'This environment is open; it can be deleted once it is closed',
  },
  nothingIsOpen: { zh: '设备上没有打开的环境', en: 'No environment is open on this phone' },
  environmentOnPhone: {
    zh: '设备上有打开的环境，请先关闭',
    en: 'An environment is open on this phone; close it first',
  },
  notCleaned: {
    zh: '设备上还有环境数据，恢复连接并清理后才能删除',
    en: 'The data of an environment are still on this phone; it can be deleted once it is back and wiped',
  },
  noSuchRecord: { zh: '存档不存在', en: 'There is no such record' },
  onePhoneOnly: { zh: '指定设备时只能打开一个环境', en: 'Only one environment can be opened on a given phone' },
  environmentNameTaken: { zh: '该市场中已有同名环境', en: 'An environment of this market has this name already' },
  nameTwice: { zh: '文件中有重复的名称', en: 'Another line has the same name' },
  patternTooLong: { zh: '名称最多 128 个字符', en: 'A name has at most 128 characters' },
  idsOrMatching: { zh: '须指定 ids 或 matching 之一', en: 'Either ids or matching is expected' },
  rowsOrFile: { zh: '须提供 csv 或 rows 之一', en: 'Either csv or rows is expected' },
  oneNameOnly: { zh: '一次只能为一个环境改名', en: 'Only one environment at a time can be given a name' },
  noSuchGroup: { zh: '分组不存在', en: 'There is no such group' },
  notYourGroup: { zh: '只能修改自己创建的分组', en: 'Only who made this group, or its manager, may change it' },
  groupNameTaken: { zh: '该市场中已有同名分组', en: 'A group of this market has this name already' },
  tooManyGroups: { zh: '一个环境最多 10 个分组', en: 'An environment is in ten groups at most' },
  tooManyTeamGroups: { zh: '一个市场最多 200 个分组', en: 'A market has 200 groups at most' },
  noSuchRegion: { zh: '地区不存在', en: 'There is no such region' },
  noSuchTimezone: { zh: '时区不存在', en: 'There is no such time zone' },
  noSuchLanguage: { zh: '应为语言代码，如 en-US', en: 'A language code is expected, as in en-US' },
  proxyTypeRule: { zh: '可选值：http, https, socks5', en: 'Expected one of http, https, socks5' },
  proxyHostRule: { zh: '应为主机名或 IP 地址', en: 'A name or an address is expected' },
  proxyPortRule: { zh: '应为 1 到 65535 的整数', en: 'A whole number from 1 to 65535 is expected' },
  tooManyMatching: { zh: '一次最多处理 50,000 个', en: 'At most 50,000 can be changed at once' },
  fileEmpty: { zh: '文件没有数据', en: 'There are no lines in the file' },
  fileTooLong: { zh: '最多 10,000 行', en: 'At most 10,000 lines are allowed' },
  fileWithoutName: { zh: '首行缺少“名称”列', en: 'The first line names no column Name' },
  fileUnreadable: { zh: '不是有效的 CSV 文件', en: 'This is not a CSV file' },
  noSuchScript: { zh: '脚本不存在', en: 'There is no such script' },
  noSuchTask: { zh: '定时任务不存在', en: 'There is no such timed task' },
  noSuchJob: { zh: '任务不存在', en: 'There is no such job' },
  noPhones: { zh: '没有符合条件的设备', en: 'No phone matches' },
  noEnvironments: { zh: '没有符合条件的环境', en: 'No environment matches' },
  tooManyToRunOn: {
    zh: '一次最多处理 10000 台设备或环境',
    en: 'At most 10,000 phones or environments can be worked on at once',
  },
  noAppsTold: { zh: '设备未能列出应用', en: 'The phone could not tell its apps' },
  tooManyOwnJobs: {
    zh: '您正在执行的任务过多，请等待其中一些结束',
    en: 'Too many of your jobs are going on; wait for some of them to end',
  },
  tooManyJobs: { zh: '正在执行的任务过多，请稍后再试', en: 'Too many jobs are going on; try again later' },
  jobGoesOn: { zh: '任务仍在执行', en: 'The job is still going on' },
  jobHasEnded: { zh: '任务已结束', en: 'The job has ended' },
  nothingToRetry: { zh: '没有失败项可以重试', en: 'Nothing failed that could be tried again' },
  tooManyScripts: { zh: '脚本数量已达上限', en: 'There are as many scripts as there can be' },
  tooManyTasks: { zh: '定时任务数量已达上限', en: 'There are as many timed tasks as there can be' },
  scriptTooLong: {
    zh: '脚本连同参数超过手机的上限',
    en: 'With its parameters the script is longer than a phone takes',
  },
  parameterTwice: { zh: '参数名重复', en: 'Two parameters have this name' },
  unknownParameter: { zh: '脚本没有此参数', en: 'The script has no such parameter' },
  badCron: { zh: 'Cron 表达式无效，或永远不会执行', en: 'This is not a cron expression, or its time never comes' },
  badTimezone: { zh: '未知时区', en: 'There is no such time zone' },
  timeIsPast: { zh: '时间已过', en: 'This time is past' },
  noAnswerInTime: { zh: '设备未能及时响应', en: 'The phone did not answer in time' },
  serverError: { zh: '服务器内部错误', en: 'Something went wrong on the server' },
  databaseAway: {
    zh: '数据库暂时不可用，请稍后再试',
    en: 'The database can not be reached at the moment; try again shortly',
  },
  tooFewSlots: (phones: number): Message => ({
    zh: `盒子上已有 ${phones} 台设备`,
    en: `The box has ${phones} phones already`,
  }),
  boxHasPhones: (phones: number): Message => ({
    zh: `盒子上还有 ${phones} 台设备在线或正被使用`,
    en: `${phones} phones of this box are online or in use`,
  }),
} as const satisfies Record<string, Message | ((count: number) => Message)>

/** The phone's state does not allow it, which its state says. */
export const stateForbids = (status: DeviceStatus): Message => stateReasons[status]

export const passwordIsWanted = (userName: string, by: string): Message => ({
  zh: `${by} 在您名下添加了用户 ${userName}，请为其设置密码，在此之前无法登录。`,
  en: `${by} has added ${userName} below you. Give them a password; they can't sign in before.`,
})

export const passwordWasReset = (by: string): Message => ({
  zh: `${by} 重置了您的密码。若非您所要求，请修改密码并联系您的上级。`,
  en: `${by} has reset your password. Unless you asked for it, change it and speak to whoever is above you.`,
})

/** Somebody else controls the phone. */
export const heldBy = (userName: string): Message => ({
  zh: `设备正由 ${userName} 控制`,
  en: `${userName} controls this phone`,
})

/** Of a region that an environment asks for. */
export const noFreePhoneIn = (region: string): Message => ({
  zh: `${openingReasons.noFreePhone.zh}（${region}）`,
  en: `${openingReasons.noFreePhone.en} (${region})`,
})

export const atMostCharacters = (limit: number | string): Message => ({
  zh: `最多 ${limit} 个字符`,
  en: `At most ${limit} characters are allowed`,
})

/** What those above have is the bound of those below. */
export const notBeyond = (userName: string, bound: string): Message => ({
  zh: `超出上级 ${userName} 的范围：${bound}`,
  en: `Beyond what ${userName} has: ${bound}`,
})

/** An element's service ends with its manager's. */
export const beyondService = (userName: string): Message => ({
  zh: `超出上级 ${userName} 的服务期，请先为上级续期`,
  en: `Beyond the service of ${userName}, who has to be renewed first`,
})

/** Why somebody can't be deleted yet. */
export const stillHas = (held: {
  below: number
  devices: number
  boxes: number
  environments: number
  files: number
}): Message => {
  const words: [number, string, string][] = [
    [held.below, '名下级', 'people below'],
    [held.devices, '台设备', 'phones'],
    [held.boxes, '个盒子', 'boxes'],
    [held.environments, '个环境', 'environments'],
    [held.files, '个文件', 'files'],
  ]
  const left = words.filter(([count]) => count > 0)
  return {
    zh: `名下还有 ${left.map(([count, zh]) => `${count} ${zh}`).join('、')}，请先转移或删除`,
    en: `Still has ${left.map(([count, , en]) => `${count} ${en}`).join(', ')}; move or delete them first`,
  }
}

/** A script that timed tasks need can't be deleted. */
export const scriptIsUsed = (tasks: readonly string[]): Message => ({
  zh: `脚本正被定时任务使用：${tasks.join('、')}`,
  en: `Timed tasks use this script: ${tasks.join(', ')}`,
})
