import { afterEach } from 'vitest'
import { shownNow } from './browser.ts'

// A failed test of the browser says what the operator saw, which its complaint alone does not.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const shown of await shownNow()) console.error(`When “${task.name}” failed, ${shown}`)
})
