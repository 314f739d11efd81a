import { createECDH, createHash } from 'node:crypto'
import { codes } from '../../domain/codes.ts'
import { reason } from '../../texts/reason.ts'
import { defineOperations, type Schemas } from '../http/contract.ts'
import { Refusal } from '../http/refusal.ts'
import type { PushKeys } from '../store/push-keys.ts'
import type { Store } from '../store/store.ts'
import { pushEndpoint } from './push-services.ts'

/** Browsers that one user may have told. */
const browsersOfUser = 10

type Row = Awaited<ReturnType<Store['pushSubscriptions']['listOf']>>[number]

/** What a browser knows itself by; its address would let others write to it. */
const fingerprintOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url')

const shownTo =
  (sessionId: string) =>
  ({ session_id, endpoint, ...row }: Row): Schemas['PushSubscription'] => ({
    ...row,
    fingerprint: fingerprintOf(endpoint),
    service: new URL(endpoint).hostname,
    is_this_session: session_id === sessionId,
  })

/** Whether this is a point of P-256, and not only as long as one. */
function isPoint(key: string): boolean {
  const bytes = Buffer.from(key, 'base64url')
  if (bytes.length !== 65) return false
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    return pair.computeSecret(bytes).length === 32
  } catch {
    return false // It lies on no such curve.
  }
}

const invalid = (fields: ConstructorParameters<typeof Refusal>[2]): Refusal =>
  new Refusal(codes.invalidInput, Object.values(fields ?? {})[0] ?? reason('call.invalidInput'), fields)

interface Ports {
  pushKeys: PushKeys
  /** Hosts of PUSH_SERVICES. */
  services: readonly string[]
}

/** Browsers that are told of site messages while no console is open in them. Each is of the session that it subscribed in, and ends with it. */
export const pushOperations = defineOperations(({ pushKeys, services }: Ports) => ({
  /** The caller's browsers, and the key that they subscribe with. */
  userPushList: async ({ caller, store }) => {
    const rows = await store.pushSubscriptions.listOf(caller.id, Date.now())
    return { public_key: pushKeys.publicKey, items: rows.map(shownTo(caller.session_id)) }
  },

  /** Has the caller's browser told from now on. */
  userPushSubscribe: async ({ caller, body, store, note }) => {
    const { endpoint, p256dh, auth, language } = body
    const service = pushEndpoint(endpoint, services)
    if (service === undefined) throw invalid({ endpoint: reason('pushing.reason.unknownService') })
    if (!isPoint(p256dh)) throw invalid({ p256dh: reason('pushing.reason.badKey') })
    return store.transaction(async (tx) => {
      await tx.users.lock(caller.id) // Two at once are counted.
      const now = Date.now()
      const before = await tx.pushSubscriptions.byEndpoint(endpoint)
      if (before !== undefined) {
        // Only the browser itself knows its keys. It may have changed hands since: then it is the caller's.
        if (before.isLive && (before.p256dh !== p256dh || before.auth !== auth))
          throw new Refusal(codes.stateForbids, reason('pushing.reason.taken'))
        await tx.pushSubscriptions.forget(before.id)
      }
      if ((await tx.pushSubscriptions.listOf(caller.id, now)).length >= browsersOfUser)
        throw new Refusal(codes.stateForbids, reason('pushing.reason.tooMany', { n: browsersOfUser }))
      const keys = { endpoint, p256dh, auth, language }
      const added = await tx.pushSubscriptions.add({ ...keys, user_id: caller.id, session_id: caller.session_id })
      if (added === undefined) throw new Refusal(codes.stateForbids, reason('pushing.reason.taken'))
      const detail = { after: { service: service.url.hostname } }
      await note(tx, 'push.subscribe', { target: `user:${caller.id}`, detail }, now)
      return shownTo(caller.session_id)(added)
    })
  },

  /** Has one of the caller's browsers told no more. */
  userPushUnsubscribe: ({ caller, body, store, note }) =>
    store.transaction(async (tx) => {
      if (!(await tx.pushSubscriptions.remove(caller.id, body.id)))
        throw new Refusal(codes.notFound, reason('pushing.reason.noSuchBrowser'))
      await note(tx, 'push.unsubscribe', { target: `user:${caller.id}` })
      return null
    }),
}))
