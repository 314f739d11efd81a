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
  tooLarge: { zh: '请求内容过大', en: 'The request is too large' },
  wrongCredentials: { zh: '用户名或密码错误', en: 'Wrong user name or password' },
  disabled: { zh: '账号已停用，请联系上级', en: 'This account is disabled; ask the person who manages it' },
  wrongCaptcha: { zh: '验证码错误或已过期', en: 'The captcha is wrong or has expired' },
  tooManyTries: { zh: '尝试次数过多，请稍后再试', en: 'Too many tries; try again later' },
  tooManyRequests: { zh: '请求过于频繁，请稍后再试', en: 'Too many requests; try again later' },
  notAllowed: { zh: '没有权限', en: 'You are not allowed to do this' },
  observeOnly: { zh: '安全角色只能观察，不能控制设备', en: 'Security may observe phones, not control them' },
  noSuchCall: { zh: '接口不存在', en: 'There is no such call' },
  noSuchDevice: { zh: '设备不存在或无权查看', en: 'There is no such phone, or you may not see it' },
  offline: { zh: '设备离线', en: 'The phone is offline' },
  booting: { zh: '设备正在启动', en: 'The phone is starting' },
  noSuchMessage: { zh: '消息不存在', en: 'There is no such message' },
  noSuchUser: { zh: '用户不存在或无权查看', en: 'There is no such user, or you may not see it' },
  blank: { zh: '必填项', en: 'This is required' },
  unreadable: { zh: '含有不允许的字符', en: 'This has characters that are not allowed' },
  passwordRule: { zh: '必须同时包含字母和数字，且不含空格', en: 'Letters and digits are both needed, and no space' },
  userNameRule: {
    zh: '只能使用中文、字母、数字和 _ . -',
    en: 'Only letters, digits, Chinese characters, _, . and - are allowed',
  },
  wrongOldPassword: { zh: '原密码错误', en: 'The old password is wrong' },
  wrongInvite: { zh: '邀请码无效', en: 'The invite code is not valid' },
  nameTaken: { zh: '用户名已被使用', en: 'This user name is taken' },
  quotaUsed: { zh: '可同时使用的设备数已用完', en: 'You already use as many phones as you may' },
  illegalToken: { zh: '登录信息无效，请重新登录', en: 'The session is not valid; sign in again' },
  signedOutElsewhere: { zh: '会话已在别处结束，请重新登录', en: 'The session was ended elsewhere; sign in again' },
  tokenExpired: { zh: '登录已过期，请重新登录', en: 'The session has expired; sign in again' },
  wrongEnrolment: { zh: '接入令牌无效', en: 'The enrolment token is not valid' },
  noSuchDay: { zh: '日期无效', en: 'There is no such day' },
  spanReversed: { zh: '结束日期早于开始日期', en: 'It ends before it begins' },
  spanTooLong: { zh: '最多 366 天', en: 'At most 366 days' },
  badCursor: { zh: '分页游标无效', en: 'The cursor does not belong to this sort and these filters' },
  serverError: { zh: '服务器内部错误', en: 'Something went wrong on the server' },
} as const satisfies Record<string, Message>

/** Somebody else controls the phone. */
export const heldBy = (userName: string): Message => ({
  zh: `设备正由 ${userName} 控制`,
  en: `${userName} controls this phone`,
})
