import { describedOperations } from '../tests/support/contract-inputs.ts'
import { hostileBodies } from '../tests/support/hostile-bodies.ts'
import { startServerHere } from '../tests/support/server-here.ts'
import type { Benchmark, Figure } from './figure.ts'

const tries = 2
const shown = 10

/** How long the worst bodies that each call can be sent keep the event loop, in processor time. */
const hostile: Benchmark['measure'] = async () => {
  const server = await startServerHere()
  try {
    const figures: Figure[] = []
    for (const operation of describedOperations()) {
      const { id, path, roles: [role] = [] } = operation
      for (const { what, text } of hostileBodies(operation)) {
        const costs: number[] = []
        while (costs.length < tries)
          costs.push((await server.send({ path, token: role && server.tokens[role], text })).cpu)
        const kilobytes = Math.round(text.length / 1_000)
        figures.push({ name: `${id}: ${what}, ${kilobytes} kB`, value: Math.min(...costs), unit: 'ms', bound: 50 })
      }
    }
    return figures.toSorted((one, other) => other.value - one.value).slice(0, shown)
  } finally {
    await server.stop()
  }
}

export default {
  group: 'Operations',
  title: 'The worst bodies that calls can be sent',
  measure: hostile,
} satisfies Benchmark
