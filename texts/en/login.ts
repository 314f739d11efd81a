import type { login as chinese } from '../zh-CN/login.ts'
import type { Shape } from '../shape.ts'

/** The sign-in screen. */
export const login = {
  heading: 'Sign in',
  tagline: 'The console of your cloud phones',
  userName: 'User name',
  password: 'Password',
  captcha: 'Captcha',
  captchaAlt: 'Captcha picture',
  captchaReload: 'Another picture',
  captchaFailed: 'The captcha did not load, click to try again',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  submit: 'Sign in',
  busy: 'Signing in…',
  required: 'Required',
  wrongCredentials: 'Wrong user name or password',
  wrongCaptcha: 'Wrong or expired captcha; please type what the new picture shows',
  register: {
    offer: 'Have an invite code? Register',
    back: 'Have an account? Sign in',
    heading: 'Register',
    invite_code: 'Invite code',
    user_name: 'User name',
    password: 'Password',
    passwordHint: 'Letters and digits, 8 to 20 characters',
    notAlphanumeric: 'An invite code has letters and digits only',
    submit: 'Register',
    busy: 'Registering…',
    done: 'Registered; please sign in',
  },
} as const satisfies Shape<typeof chinese>
