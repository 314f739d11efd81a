import { afterAll, vi } from 'vitest'

// Files of tests share a process: what one puts in the place of something that all of them see goes with it.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})
