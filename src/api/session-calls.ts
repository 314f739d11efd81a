import type { components } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'

export type SessionInfo = components['schemas']['SessionInfo']

/** Whose session a token opens. */
export const fetchSession = (token: string, signal: AbortSignal): Promise<SessionInfo | null | undefined> =>
  dataOf(api.GET('/api/restful/v2/user/info', { params: { query: { token } }, signal }))

export const signOut = async (signal: AbortSignal): Promise<void> => {
  await api.POST('/api/restful/v2/user/logout', { signal })
}

/** A picture for one try, or word that none is needed. */
export type Captcha = components['schemas']['Captcha']

export const fetchCaptcha = (signal: AbortSignal): Promise<Captcha> =>
  dataOf(api.GET('/api/restful/v2/user/captcha', { signal }))

/** What goes with a try to answer its captcha. */
interface CaptchaAnswer {
  captcha_id?: string
  captcha_val?: string
}

export interface Credentials extends CaptchaAnswer {
  user_name: string
  password: string
}

export const signIn = (body: Credentials, signal: AbortSignal): Promise<{ token: string }> =>
  dataOf(api.POST('/api/restful/v2/user/login', { body, signal }))

export interface Registration extends Credentials {
  invite_code: string
}

export const register = (body: Registration, signal: AbortSignal): Promise<{ user_name: string }> =>
  dataOf(api.POST('/api/restful/v2/user/register', { body, signal }))

interface PasswordChange {
  old_password: string
  new_password: string
}

export const changePassword = async (body: PasswordChange, signal: AbortSignal): Promise<void> => {
  await api.POST('/api/restful/v2/user/pwd/modify', { body, signal })
}
