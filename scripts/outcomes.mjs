import { relative } from 'node:path'

/** Lines of a complaint that are shown: what a page said at the time would take the place of everything else. */
const shownLines = 12

/** A reporter of vitest, for the end of what it prints: which tests passed only when they were tried again, which looks like a defect that shows now and then, and which failed. */
export default class Outcomes {
  #again = []
  #failed = []

  onTestCaseResult(test) {
    if (test.result().state === 'failed') this.#failed.push(test)
    else if (test.diagnostic()?.flaky) this.#again.push(test)
  }

  onTestRunEnd() {
    say('Passed only when tried again', this.#again)
    say('Failed', this.#failed)
  }
}

function say(what, tests) {
  if (tests.length === 0) return
  console.log(`\n${what}: ${tests.length}`)
  for (const test of tests) {
    console.log(`  ${relative(process.cwd(), test.module.moduleId)}: ${test.fullName}`)
    for (const { message } of test.result().errors ?? [])
      console.log(message.split('\n', shownLines).join('\n').replaceAll(/^/gm, '    '))
  }
}
