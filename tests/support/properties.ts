import * as fc from 'fast-check'

/** The same cases in every run: what a test says of a commit does not change by itself. `npm run soak -- properties` tries others. */
const seed = Number(process.env.PROPERTIES_SEED ?? 20_261_126)

// A property that takes turns with a database or a phone would be shrunk for minutes, until the test's own limit ends it and says
// nothing of what was found. Well before that, the smallest so far is told, which fails the test.
fc.configureGlobal({ seed, interruptAfterTimeLimit: 120_000, markInterruptAsFailure: true })

export { fc }
