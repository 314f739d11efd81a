import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

const source = readFileSync('public/push-worker.js', 'utf8')

interface Page {
  focused: boolean
  visibilityState: 'visible' | 'hidden'
  heard: unknown[]
}

/** The worker, whose browser is the test: with these pages, each of which may be focused only by a click. */
function perform(pages: Page[] = [], mayFocus = true) {
  const listeners: Record<string, (event: object) => void> = {}
  const opened: string[] = []
  const shown: { title: string; options: { data?: object; silent: boolean; tag?: string }; isClosed: boolean }[] = []
  const focused: number[] = []
  const clients = {
    claim: async () => {},
    matchAll: async () =>
      pages.map((page, index) => ({
        ...page,
        postMessage: (message: unknown) => page.heard.push(JSON.parse(JSON.stringify(message))),
        focus: async () => {
          if (!mayFocus) throw new Error('Not allowed to focus a window.')
          focused.push(index)
        },
      })),
    openWindow: async (address: string) => opened.push(address),
  }
  const registration = {
    showNotification: async (title: string, options: (typeof shown)[number]['options']) =>
      void shown.push({ title, options, isClosed: false }),
    getNotifications: async ({ tag }: { tag?: string }) =>
      shown.filter(({ options }) => options.tag === tag).map((one) => ({ close: () => (one.isClosed = true) })),
  }
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
    skipWaiting: async () => {},
    location: { origin: 'https://deck.example.com', host: 'deck.example.com' },
    registration,
    clients,
  }
  runInContext(source, createContext({ self, URL }))
  const happen = async (type: string, event: object): Promise<void> => {
    let work: Promise<unknown> = Promise.resolve()
    listeners[type]?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) })
    await work
  }
  return {
    opened,
    shown,
    focused,
    push: (text: string | undefined) =>
      happen('push', { data: text === undefined ? null : { json: () => JSON.parse(text) as unknown } }),
    click: (data: object | null) => happen('notificationclick', { notification: { data, close: () => {} } }),
  }
}

const page = (changes: Partial<Page> = {}): Page => ({
  focused: false,
  visibilityState: 'hidden',
  heard: [],
  ...changes,
})

test('a click without a page opens one at what was pushed, and never another site', async () => {
  const worker = perform()
  await worker.click({ message: 5, address: '/dashboard?message=5' })
  await worker.click({ address: 'https://evil.example.com/dashboard' })
  await worker.click({ address: '//evil.example.com' })
  await worker.click(null)
  const home = 'https://deck.example.com/'
  expect(worker.opened).toEqual([`${home}dashboard?message=5`, '/', '/', home])
})

test('a click leads the page that somebody is at, else one that can be seen, and opens no other', async () => {
  const pages = [page(), page({ visibilityState: 'visible' }), page({ visibilityState: 'visible', focused: true })]
  const worker = perform(pages)
  await worker.click({ message: 5, address: '/dashboard?message=5' })
  expect(pages.map(({ heard }) => heard)).toEqual([[], [], [{ type: 'open message', id: 5 }]])
  const two = pages.slice(0, 2)
  await perform(two).click({ message: 6, address: '/dashboard?message=6' })
  expect(two[1]?.heard).toEqual([{ type: 'open message', id: 6 }])
  expect([worker.focused, worker.opened]).toEqual([[2], []])
})

test('a page is led also where the browser does not let it come to the front', async () => {
  const pages = [page()]
  const worker = perform(pages, false)
  await worker.click({ message: 5 })
  expect(pages[0]?.heard).toEqual([{ type: 'open message', id: 5 }])
})

test('what was pushed and can’t be read is shown as something all the same', async () => {
  const worker = perform()
  await worker.push(undefined)
  await worker.push('{')
  expect(worker.shown.map(({ title, isClosed }) => [title, isClosed])).toEqual([
    ['deck.example.com', false],
    ['deck.example.com', false],
  ])
})

test('what is pushed while somebody can see a console is shown without a sound and taken away, and stays where nobody can', async () => {
  const pushed = JSON.stringify({ title: 'one', body: 'text', language: 'zh-CN', tag: 'message-5', message: 5 })
  const seen = perform([page(), page({ visibilityState: 'visible' })])
  await seen.push(pushed)
  expect(seen.shown).toMatchObject([{ title: 'one', options: { silent: true }, isClosed: true }])
  const unseen = perform([page()])
  await unseen.push(pushed)
  expect(unseen.shown).toMatchObject([{ title: 'one', options: { silent: false }, isClosed: false }])
})
