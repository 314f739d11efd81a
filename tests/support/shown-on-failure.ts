import { afterEach } from 'vitest'
import { shownNow } from './browser.ts'

// A failed test of the browser says what the operator saw, which its complaint alone does not. It stands in the complaint itself: of a
// log that is cut short, the end is kept, and that is where the complaints are.
afterEach(async ({ task }) => {
  const complaint = task.result?.state === 'fail' ? task.result.errors?.at(-1) : undefined
  if (complaint === undefined) return
  const shown = await shownNow()
  const message = [complaint.message, ...shown.map((page) => `When “${task.name}” failed, ${page}`)].join('\n\n')
  complaint.stack = complaint.stack?.replace(complaint.message, () => message)
  complaint.message = message
})
