import type { components } from '../../generated/contract-types.ts'
import type { Language } from '../../texts/catalogue.ts'
import { i18n } from '../i18n/i18n.ts'
import { api, dataOf } from './client.ts'

/** Whether this browser tells its operator of messages while no console is open: it can't, it was forbidden to, it doesn't, it does. */
export type Standing = 'unsupported' | 'denied' | 'off' | 'on'

/** A browser has no service workers on plain HTTP, and an iPhone no push outside of its home screen. */
const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const listed = (signal: AbortSignal) => dataOf(api.GET('/api/restful/v2/user/push/list', { signal }))

async function ownSubscription(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  return registration?.pushManager.getSubscription()
}

/** What the server knows of this browser. */
async function ownItem({ endpoint }: PushSubscription, items: readonly components['schemas']['PushSubscription'][]) {
  const fingerprint = base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
  return items.find((item) => item.fingerprint === fingerprint)
}

export async function lookUpStanding(signal: AbortSignal): Promise<Standing> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await ownSubscription()
  if (Notification.permission !== 'granted' || !subscription) return 'off'
  const { items } = await listed(signal)
  return (await ownItem(subscription, items)) === undefined ? 'off' : 'on'
}

/** Has the browser's push service keep a place for it. One with the key of another server, as of before the database was made anew, is given up. */
async function subscribed({ pushManager }: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  const before = await pushManager.getSubscription()
  const keyBefore = before?.options.applicationServerKey
  if (keyBefore && base64url(keyBefore) !== publicKey) await before.unsubscribe()
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  } catch (failure) {
    throw new Error(i18n.t('pushing.noService'), { cause: failure })
  }
}

/** Asks the operator, where the browser has to, and has the server push from now on. It stays as it was where they would not have it. */
export async function turnNotificationsOn(signal: AbortSignal): Promise<Standing> {
  const permission = await Notification.requestPermission() // First: a browser asks only who has just clicked.
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  await navigator.serviceWorker.register('/push-worker.js')
  const [registration, { public_key }] = await Promise.all([navigator.serviceWorker.ready, listed(signal)])
  const subscription = await subscribed(registration, public_key)
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  const language = document.documentElement.lang as Language // As i18n.ts has set it.
  try {
    const body = { endpoint: endpoint ?? '', p256dh, auth, language }
    await dataOf(api.POST('/api/restful/v2/user/push/subscribe', { body, signal }))
  } catch (failure) {
    await subscription.unsubscribe() // Nobody would write to it.
    throw failure
  }
  return 'on'
}

/** Has the server push no more to this browser. */
export async function turnNotificationsOff(signal: AbortSignal): Promise<void> {
  const subscription = await ownSubscription()
  if (!subscription) return
  const { items } = await listed(signal)
  const item = await ownItem(subscription, items)
  if (item) await api.POST('/api/restful/v2/user/push/unsubscribe', { body: { id: item.id }, signal })
  await subscription.unsubscribe()
}
