import { relative } from 'node:path'

/** A reporter of vitest: which tests passed only when they were tried again, and what they complained of before. A defect that shows now and then looks like that. */
export default class SecondTries {
  #tests = []

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#tests.push(test)
  }

  onTestRunEnd() {
    if (this.#tests.length === 0) return
    console.log(`\nPassed only when tried again: ${this.#tests.length}`)
    for (const test of this.#tests) {
      console.log(`  ${relative(process.cwd(), test.module.moduleId)}: ${test.fullName}`)
      for (const { message } of test.result().errors ?? []) console.log(message.replaceAll(/^/gm, '    '))
    }
  }
}
