import type { Market } from '../../domain/markets.ts'
import { startServer, testPassword, type Answer, type TestServer } from './server.ts'
import { openTestStore, type TestStore } from './test-store.ts'

/** A server with a team that works in one market, and a manager of another team. */
export interface Team {
  server: TestServer
  store: TestStore
  /** Their tokens. */
  manager: string
  element: string
  stranger: string
  /** Calls with the market in the body, as the manager unless a token says otherwise. */
  post: (path: string, body: object, token?: string) => Promise<Answer>
  /** Adds an environment and answers its id. */
  add: (name: string, fields?: object, token?: string) => Promise<number>
  /** Adds a group and answers its id. */
  addGroup: (name: string) => Promise<number>
  stop: () => Promise<void>
}

export async function startTeam(market: Market): Promise<Team> {
  const server = await startServer()
  const store = openTestStore(server)
  const [manager, element] = [await server.signIn('manager'), await server.signIn('element')]
  await store.addUser({ user_name: 'stranger', role: 'manager', modules: [market] }, 'agent')
  const login = { user_name: 'stranger', password: testPassword }
  const stranger = (await server.call('v2/user/login', { body: login })).data.token
  const post: Team['post'] = (path, body, token = manager) =>
    server.call(`v2/${path}`, { token, body: { market, ...body } })
  return {
    server,
    store,
    manager,
    element,
    stranger,
    post,
    add: async (name, fields = {}, token = manager) =>
      (await post('environment/add', { name, ...fields }, token)).data.id,
    addGroup: async (name) => (await post('group/add', { name })).data.id,
    async stop() {
      await store.close()
      await server.stop()
    },
  }
}
