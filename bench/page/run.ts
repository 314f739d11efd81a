import type { Benchmark } from '../figure.ts'
import { recordOf, type BenchmarkRecord, type Circumstances } from './records.ts'

interface Run {
  names: readonly string[]
  benchmarkOf: (name: string) => Promise<Benchmark>
  circumstances: Circumstances
  /** Called with all that was measured so far, after each benchmark: a run that is broken off has lost nothing. */
  keep: (measured: Readonly<Record<string, BenchmarkRecord>>) => void
}

/** Measures one benchmark after the other; what fails in one is told at the end, and loses nothing of the others. */
export async function measureAll({ names, benchmarkOf, circumstances, keep }: Run) {
  const measured: Record<string, BenchmarkRecord> = {}
  const failures: { name: string; failure: unknown }[] = []
  for (const name of names) {
    console.error(`· ${name}`)
    try {
      const benchmark = await benchmarkOf(name)
      const begun = performance.now()
      const found = await benchmark.measure()
      measured[name] = recordOf(benchmark, found, circumstances, (performance.now() - begun) / 1_000)
    } catch (failure) {
      failures.push({ name, failure })
      continue
    }
    keep(measured)
  }
  return { measured, failures }
}
