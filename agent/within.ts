/** The promise's outcome if it comes in time. @throws an error with the complaint otherwise */
export async function within<T>(milliseconds: number, promise: Promise<T>, complaint: string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(complaint)), milliseconds)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
