import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import contract from '../../openapi.yaml?raw'
import { hearFailures } from '../../src/api/failures.ts'

const calls: Request[] = []
let answer: () => Promise<Response> = () => Promise.reject(new Error('no answer yet'))

// The client keeps the fetch that it finds when it is made.
vi.stubGlobal('fetch', (request: Request, init?: RequestInit) => {
  calls.push(new Request(request, init))
  return answer()
})
const { api, dataOf, token } = await import('../../src/api/client.ts')
const { download } = await import('../../src/api/downloads.ts')
const { sendFile } = await import('../../src/api/uploads.ts')

/** Every call of the contract that changes something. */
const posts = [...contract.matchAll(/^ {2}(\/api\/restful\/\S+):\n(?: {4}.*\n)*? {4}post:/gm)].map(
  ([, path]) => path ?? '',
)
/** A call of the contract, whichever. */
const post = (path: string) => api.POST(path as '/api/restful/v2/user/logout')

const answers = (envelope: unknown, status = 200) => {
  answer = () => Promise.resolve(Response.json(envelope, { status }))
}
const counts = { thread_number: 5, using_number: 1 }
const count = () => dataOf(api.GET('/api/restful/v3/device/thread'))

let announced: string[] = []
let stopHearing: () => unknown = () => undefined
beforeEach(() => {
  calls.length = 0
  announced = []
  stopHearing = hearFailures(({ message }) => announced.push(message))
})
afterEach(() => {
  stopHearing()
  token.clear()
  vi.restoreAllMocks()
})

describe('the client of the contract', () => {
  test('calls the host of the page with credentials, and gives an answer 300000 ms', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    answers({ code: 20000, message: 'ok', data: counts })
    expect(await count()).toEqual(counts)
    expect(calls[0]?.url).toBe(`${location.origin}/api/restful/v3/device/thread`)
    expect(calls[0]?.credentials).toBe('include')
    expect(timeout).toHaveBeenCalledExactlyOnceWith(300_000)
  })

  test('an answer that takes longer is a failure', async () => {
    const late = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    answer = () =>
      new Promise((_, reject) => {
        const { signal } = calls.at(-1) ?? {}
        signal?.addEventListener('abort', () => reject(signal.reason))
        late.abort(new DOMException('too late', 'TimeoutError'))
      })
    await expect(count()).rejects.toThrow('服务器 5 分钟内没有回应')
    expect(announced).toEqual(['服务器 5 分钟内没有回应，请重试'])
  })

  test('sends the session token in X-Token when there is one', async () => {
    answers({ code: 20000, message: 'ok', data: counts })
    await count()
    token.keep('mine')
    await count()
    expect(calls.map(({ headers }) => headers.get('X-Token'))).toEqual([null, 'mine'])
    expect(document.cookie).toContain('token=mine')
  })

  test('a code other than 20000 is announced and rejected, whatever the status', async () => {
    answers({ code: 40300, message: '没有权限' })
    await expect(count()).rejects.toMatchObject({ code: 40300, message: '没有权限' })
    expect(announced).toEqual(['没有权限'])
  })

  test.each([
    ['says nothing', () => Response.json({ code: 50000, message: '' })],
    ['is no JSON', () => new Response('<html>Bad gateway</html>', { status: 502 })],
  ])('a failure whose answer %s is announced as Error', async (_, respond) => {
    answer = () => Promise.resolve(respond())
    await expect(count()).rejects.toThrow('Error')
    expect(announced).toEqual(['Error'])
  })

  test.each([
    ['is not connected', new TypeError('Failed to fetch'), '网络连接失败，请检查网络后重试'],
    [
      'is not answered in time',
      new DOMException('signal timed out', 'TimeoutError'),
      '服务器 5 分钟内没有回应，请重试',
    ],
  ])('a call that %s is announced in the words of its operator, and rejected', async (_, failure, words) => {
    answer = () => Promise.reject(failure)
    await expect(count()).rejects.toThrow(words)
    expect(announced).toEqual([words])
  })

  test('an answer that breaks off is a transport error too, and one that its caller gave up is none', async () => {
    const breaksOff = new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) })
    answer = () => Promise.resolve(new Response(breaksOff))
    await expect(count()).rejects.toThrow('网络连接失败')
    expect(announced.splice(0)).toEqual(['网络连接失败，请检查网络后重试'])
    answer = () => Promise.reject(new DOMException('The user aborted a request', 'AbortError'))
    await expect(count()).rejects.toThrow('aborted')
    expect(announced).toEqual([])
  })

  test.each(['中文', '\u{1F511}', 'a\u0100'])('%j, which no header can carry, is no token', async (unusable) => {
    document.cookie = `token=${unusable}`
    expect(document.cookie).toContain(unusable)
    expect(token.read()).toBeUndefined()
    answers({ code: 20000, message: 'ok', data: counts })
    expect(await count()).toEqual(counts)
    expect(calls[0]?.headers.has('X-Token')).toBe(false)
    expect(announced).toEqual([])
  })

  test('a cookie that can not be decoded is a token like any other rubbish, and can be cleared', () => {
    document.cookie = 'token=%E0%A4%A'
    expect(token.read()).toBe('%E0%A4%A')
    token.clear()
    expect(document.cookie).not.toContain('token')
  })

  /** Calls that do something again, each time that they are made. */
  const repeated = new Set(['add', 'batchadd', 'import', 'renew', 'run', 'send', 'shell'])
  const mayBeDone = '没有收到回答，可能已经完成，请先查看'

  // SPEC §8 has words of its own for the password's; the switch of notifications says beside itself what has failed.
  const saidInPlace = /user\/pwd\/modify$|user\/push\//
  test.each(posts.filter((path) => !saidInPlace.test(path)))('a failure of %s pops up', async (path) => {
    answers({ code: 40900, message: '当前状态不允许' })
    await expect(post(path)).rejects.toThrow('当前状态不允许')
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    const words = repeated.has(path.split('/').at(-1) ?? '') ? mayBeDone : '网络连接失败，请检查网络后重试'
    await expect(post(path)).rejects.toThrow(words)
    expect(announced).toEqual(['当前状态不允许', words])
  })

  test('of what would be done twice by trying again it is said that it may have been done, unless nothing was sent', async () => {
    const breaksOff = new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) })
    answer = () => Promise.resolve(new Response(breaksOff))
    await expect(post('/api/restful/v2/task/add')).rejects.toThrow(mayBeDone)
    answer = () => Promise.reject(new DOMException('signal timed out', 'TimeoutError'))
    await expect(post('/api/restful/v2/script/run')).rejects.toThrow(mayBeDone)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(post('/api/restful/v2/task/add')).rejects.toThrow('网络连接失败')
    vi.restoreAllMocks()
  })

  test('what is wrong with a field of a form stays at that field, and elsewhere pops up', async () => {
    expect(posts.length).toBeGreaterThan(40)
    answers({ code: 40000, message: '名称已存在', data: { fields: { name: '名称已存在' } } })
    await expect(post('/api/restful/v2/group/add')).rejects.toMatchObject({ fields: { name: '名称已存在' } })
    expect(announced).toEqual([])
    await expect(post('/api/restful/v2/group/del')).rejects.toThrow('名称已存在')
    expect(announced).toEqual(['名称已存在'])
  })

  test('the end of the session is announced whatever the call', async () => {
    answers({ code: 50012, message: '会话已结束' })
    await expect(post('/api/restful/v2/user/pwd/modify')).rejects.toThrow('会话已结束')
    expect(announced).toEqual(['会话已结束'])
  })
})

const wanted = () => download('/api/restful/v2/user/export', { role: ['agent'] }, new AbortController().signal)

describe('files', () => {
  test('are fetched as every call is made: token, language, credentials, 300000 ms', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    document.documentElement.lang = 'zh-CN'
    token.keep('mine')
    answers({ code: 40300, message: '没有权限' }, 403)
    await expect(wanted()).rejects.toMatchObject({ code: 40300 })
    const [call] = calls
    expect(call?.url).toBe(`${location.origin}/api/restful/v2/user/export?role=agent`)
    expect([call?.headers.get('X-Token'), call?.headers.get('X-Language')]).toEqual(['mine', 'zh-CN'])
    expect(call?.credentials).toBe('include')
    expect(timeout).toHaveBeenCalledExactlyOnceWith(300_000)
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(wanted()).rejects.toThrow('网络连接失败')
    expect(announced).toEqual(['没有权限', '网络连接失败，请检查网络后重试'])
  })

  test('are sent as every call is made, and what fails pops up', async () => {
    document.documentElement.lang = 'zh-CN'
    token.keep('mine')
    const sends = vi.spyOn(XMLHttpRequest.prototype, 'send')
    const headers = vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader')
    // No control plane stands behind this page: it is not found.
    const reason = await new Promise<string>((resolve) => {
      sendFile(new File(['x'], 'x.txt'), 1, { progress: () => undefined, done: () => resolve(''), failed: resolve })
    })
    expect(sends.mock.contexts).toMatchObject([{ timeout: 300_000, withCredentials: true }])
    expect(headers.mock.calls).toContainEqual(['X-Token', 'mine'])
    expect(headers.mock.calls).toContainEqual(['X-Language', 'zh-CN'])
    expect(announced).toEqual([reason])
  })
})
