import { callServer, type CallOptions, signInAt, type TestServer } from './server.ts'

/** A server behind something else, or several as one. */
export type Reached = Pick<TestServer, 'url' | 'call' | 'signIn'>

export const reachedAt = (url: string): Reached => ({
  url,
  call: (path, options?: CallOptions) => callServer(url, path, options),
  signIn: (role) => signInAt(url, role),
})
