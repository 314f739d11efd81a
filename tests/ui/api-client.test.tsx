import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hearFailures } from '../../src/api/failures.ts'

const calls: Request[] = []
let answer: () => Promise<Response> = () => Promise.reject(new Error('no answer yet'))

// The client keeps the fetch that it finds when it is made.
vi.stubGlobal('fetch', (request: Request, init?: RequestInit) => {
  calls.push(new Request(request, init))
  return answer()
})
const { api, dataOf, quietApi, token } = await import('../../src/api/client.ts')

const answers = (envelope: unknown, status = 200) => {
  answer = () => Promise.resolve(Response.json(envelope, { status }))
}
const counts = { thread_number: 5, using_number: 1 }
const count = (client = api) => dataOf(client.GET('/api/restful/v3/device/thread'))

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
    await expect(count()).rejects.toThrow('too late')
    expect(announced).toEqual(['too late'])
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

  test('a transport error is announced with its message and rejected', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(count()).rejects.toThrow('Failed to fetch')
    expect(announced).toEqual(['Failed to fetch'])
  })

  test('a token that no header can carry is an error like any other', async () => {
    document.cookie = 'token=中文'
    answers({ code: 20000, message: 'ok', data: counts })
    await expect(count()).rejects.toThrow(TypeError)
    expect(calls).toEqual([])
  })

  test('a cookie that can not be decoded is a token like any other rubbish, and can be cleared', () => {
    document.cookie = 'token=%E0%A4%A'
    expect(token.read()).toBe('%E0%A4%A')
    token.clear()
    expect(document.cookie).not.toContain('token')
  })

  test('a caller that tells of its failures itself is not announced, but for the end of the session', async () => {
    answers({ code: 40400, message: '没有这台设备' })
    await expect(count(quietApi)).rejects.toThrow('没有这台设备')
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(count(quietApi)).rejects.toThrow('Failed to fetch')
    expect(announced).toEqual([])
    answers({ code: 50012, message: '会话已结束' })
    await expect(count(quietApi)).rejects.toThrow('会话已结束')
    expect(announced).toEqual(['会话已结束'])
  })
})
