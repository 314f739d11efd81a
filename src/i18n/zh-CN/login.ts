/** The sign-in screen. */
export const login = {
  heading: '登录',
  tagline: '云手机的控制台',
  userName: '用户名',
  password: '密码',
  captcha: '验证码',
  captchaAlt: '验证码图片',
  captchaReload: '换一张图片',
  captchaFailed: '验证码没有加载成功，点击重试',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  submit: '登录',
  busy: '正在登录…',
  required: '必填项',
  wrongCredentials: '用户名或密码不正确',
  wrongCaptcha: '验证码不正确或已过期，请输入新图片上的内容',
} as const
