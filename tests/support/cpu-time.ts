/** Milliseconds of this thread that a work takes, whatever else the machine is at. */
export function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
