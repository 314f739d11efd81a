// Shows what the server pushes (server/messages/push-sender.ts), and leads to it. It keeps nothing and answers no request: every page
// comes as it does without it.

self.addEventListener('install', () => self.skipWaiting())
// Pages that are open already are led to a message, too.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => event.waitUntil(show(contentOf(event.data))))
self.addEventListener('notificationclick', (event) => event.waitUntil(follow(event.notification)))

/** What was pushed; nothing but that something was, where it can't be read. */
function contentOf(data) {
  try {
    return data.json()
  } catch {
    return { title: self.location.host }
  }
}

const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/**
 * Shows it. Whoever looks at the console sees it there already; a browser that lets a site push wants something shown all the same, or
 * shows words of its own: it is shown without a sound, and taken away at once.
 */
async function show({ title, body, language, tag, message, address }) {
  const isSeen = (await pages()).some((page) => page.visibilityState === 'visible')
  const icon = '/icon-192.png'
  const data = { message, address }
  await self.registration.showNotification(title, { body, lang: language, tag, icon, data, silent: isSeen })
  if (!isSeen) return
  for (const shown of await self.registration.getNotifications({ tag })) shown.close()
}

/** Leads to what a notification is about: in a page that is open, where nothing that somebody is at gets lost; else in a new one. */
async function follow(notification) {
  const { message, address } = notification.data ?? {}
  notification.close()
  const open = await pages()
  const page = open.find(({ focused }) => focused) ?? open.find((one) => one.visibilityState === 'visible') ?? open[0]
  if (page === undefined) return self.clients.openWindow(ownAddress(address))
  // A page of this site alone is among them.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  if (message !== undefined) page.postMessage({ type: 'open message', id: message })
  // Browsers let that happen for somebody's click alone.
  return page.focus().catch(() => undefined)
}

/** Whatever was pushed, nothing leads to another site. */
function ownAddress(address = '/') {
  const url = new URL(address, self.location.origin)
  return url.origin === self.location.origin ? url.href : '/'
}
