import * as fc from 'fast-check'

// A property that takes turns with a database or a phone would be shrunk for minutes, until the test's own limit ends it and says
// nothing of what was found. Well before that, the smallest so far is told, which fails the test.
fc.configureGlobal({ interruptAfterTimeLimit: 120_000, markInterruptAsFailure: true })

export { fc }
