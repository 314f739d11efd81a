/** What the first screen needs keeps the rest waiting for so long at most, in milliseconds. */
const maxWait = 10_000

let underway = 0
let isAwaited = false
const drawn = Promise.withResolvers<void>()

/** A browser that has nothing left to do draws what came in its next frame. Where it can't say so, nothing waits. */
function lookOnceIdle(): void {
  if (!('requestIdleCallback' in globalThis)) return drawn.resolve()
  requestIdleCallback(() => {
    if (underway > 0) return
    if (document.hidden) drawn.resolve() // Nobody sees a frame.
    else requestAnimationFrame(() => drawn.resolve())
  })
  return undefined
}

/** Notes that the first screen can't be drawn before this has come, or has failed to. */
export function neededByFirstScreen<T>(coming: Promise<T>): Promise<T> {
  underway += 1
  const arrive = () => {
    underway -= 1
    if (isAwaited) lookOnceIdle()
  }
  coming.then(arrive, arrive)
  return coming
}

/** Resolves once the page's first screen is drawn, for what can wait until then; ever after at once. */
export function firstScreen(): Promise<void> {
  if (!isAwaited) {
    isAwaited = true
    lookOnceIdle()
    setTimeout(drawn.resolve, maxWait)
  }
  return drawn.promise
}
