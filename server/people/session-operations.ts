import { randomBytes } from 'node:crypto'
import { codes } from '../../domain/codes.ts'
import { topicOf } from '../../domain/fleet-topics.ts'
import type { Broker } from '../broker/broker.ts'
import type { Leases } from './rules.ts'
import type { Sessions } from '../http/sessions.ts'
import type { LoginGuard } from './login-guard.ts'
import type { Captchas } from './captchas.ts'
import type { Config } from '../config/config.ts'
import { deviceOf, newDeviceCookie } from './known-devices.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { defineOperations, type Call } from '../http/contract.ts'
import { clientIdPrefix, sessionUserName } from '../broker/access.ts'
import { sessionEndsTopic } from '../broker/broker.ts'
import { Refusal } from '../http/refusal.ts'
import { brokerUrl } from '../http/server-url.ts'
import type { UserRow } from '../store/users.ts'
import { reason } from '../../texts/reason.ts'

/** Writes down that somebody tried a wrong password for a user. */
const noteRefused = ({ store, log, note }: Call<'userLogin'>, user: UserRow): Promise<unknown> =>
  store
    .transaction((tx) => {
      return note(tx, 'session.refuse', { user, target: `user:${user.id}`, result: 'failed' })
    })
    .catch((error: unknown) => log.error({ err: error }, 'a refused sign-in was not written down'))

interface Ports {
  config: Pick<Config, 'captcha'>
  captchas: Captchas
  loginGuard: LoginGuard
  secret: Uint8Array
  sessions: Sessions
  controlLeases: Leases
  broker: Broker
}

export const sessionOperations = defineOperations(
  ({ config, captchas, loginGuard, secret, sessions, controlLeases, broker }: Ports) => ({
    /** A new captcha; an empty one where the captcha is switched off. */
    userCaptcha: async () =>
      config.captcha ? { ...(await captchas.make()), required: true } : { captcha_id: '', image: '', required: false },

    /** Opens a session for whoever knows the password. What was wrong, name or password, is not told. */
    userLogin: async (call) => {
      const { body, client, cookies } = call
      const userName = body.user_name.trim()
      const user = await call.store.users.byName(userName)
      const device = user && deviceOf(secret, user, cookies.sent)
      const isRight = await loginGuard.judged({ userName, ip: client.ip, device }, async () => {
        if (config.captcha && !(await captchas.use(body.captcha_id ?? '', body.captcha_val ?? '')))
          throw new Refusal(codes.wrongCaptcha, reason('people.reason.wrongCaptcha'))
        return isPassword(body.password, user?.password_hash)
      })
      if (isRight === undefined) throw new Refusal(codes.tooManyTries, reason('call.tooManyTries'))
      if (!isRight || user === undefined) {
        if (user) call.afterAnswer(() => noteRefused(call, user)) // Later, so that the answer takes as long for nobody.
        throw new Refusal(codes.wrongCredentials, reason('people.reason.wrongCredentials'))
      }
      if (!user.enabled) throw new Refusal(codes.wrongCredentials, reason('people.reason.disabled'))
      if (!(await call.store.users.isEnabled(user.id)))
        throw new Refusal(codes.wrongCredentials, reason('people.reason.aboveDisabled'))
      const token = await call.store.transaction(async (tx) => {
        const current = await tx.users.lock(user.id)
        // Changed or disabled meanwhile, which ended all sessions: this is not to be one more.
        if (current?.password_hash !== user.password_hash || !current.enabled)
          throw new Refusal(codes.wrongCredentials, reason('people.reason.wrongCredentials'))
        return sessions.open(tx, user, client.ip)
      })
      if (device === undefined) cookies.set(newDeviceCookie(secret, user, client.serverUrl.protocol === 'https:'))
      return { token }
    },

    /** Ends the caller's session: its phones are freed, and every server hears of it. */
    userLogout: async ({ caller, store, client, note }) => {
      await store.transaction(async (tx) => {
        const now = Date.now()
        if (!(await tx.sessions.end(caller.session_id, now))) return // It was ended meanwhile.
        await controlLeases.releaseOfSessions(tx, [caller.session_id], client.ip)
        await note(tx, 'session.end', { target: `session:${caller.session_id}` }, now)
        tx.afterCommit(() => broker.publish(sessionEndsTopic, caller.session_id, 1))
      })
      return null
    },

    /** Changes the caller's password, which ends all its sessions; they hear of it once this call is answered. */
    userPwdModify: async (call) => {
      const { caller, body, store, client, note } = call
      const user = await store.users.byId(caller.id)
      const wrong = new Refusal(codes.invalidInput, reason('people.reason.wrongOldPassword'), {
        old_password: reason('people.reason.wrongOldPassword'),
      })
      if (!(await isPassword(body.old_password, user?.password_hash)) || user === undefined) throw wrong
      const passwordHash = await hashPassword(body.new_password)
      await store.transaction(async (tx) => {
        const now = Date.now()
        const passwords = { before: user.password_hash, after: passwordHash }
        if (!(await tx.users.replacePassword(user.id, passwords))) throw wrong // It was changed meanwhile.
        const ended = await tx.sessions.endAllOf(user.id, now)
        await controlLeases.releaseOfSessions(tx, ended, client.ip)
        await note(tx, 'user.password', { target: `user:${user.id}` }, now)
        tx.afterCommit(() =>
          call.afterAnswer(() => {
            for (const sessionId of ended) broker.publish(sessionEndsTopic, sessionId, 1)
          }),
        )
      })
      return null
    },

    /** The signed-in user. Each call answers another client id, so that every tab is a client of its own. */
    userInfo: async ({ caller, client }) => {
      const { id, user_name, avatar, role, modules, expiration, authorization_at } = caller
      const brokerName = sessionUserName(caller.session_id)
      return {
        id,
        user_name,
        avatar,
        role,
        modules: [...modules],
        expiration,
        authorization_at,
        mqtt_config: {
          broker_url: brokerUrl(client.serverUrl),
          user_name: brokerName,
          password: sessions.brokerPassword(caller.session_id),
          client_id: `${clientIdPrefix(brokerName)}${randomBytes(6).toString('hex')}`,
          topic: topicOf(caller),
        },
      }
    },
  }),
)
