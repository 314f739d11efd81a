import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { PreparedLine } from '../../../domain/import-table.ts'
import { maxTries, tryProxies, type ProxyTry, type TriedProxy } from '../../api/environment-proxies.ts'
import { singleCallMachine } from '../../machines/forms/single-call.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'

/** What came of proxies, by host and port: one that is written over is another, and not tried. */
export type ProxyTries = ReadonlyMap<string, ProxyTry>

/** What stands in cells of a file is called so, and in no recording (src/inspector/secrets.ts). */
interface Tried {
  cells: ProxyTries
}

const none: ProxyTries = new Map()

const keyOf = ({ host, port }: TriedProxy): string => `${host}:${port}`

/** The proxy that a line goes through; undefined where it has none, or one that is to be corrected first. */
function proxyOf({ sent }: PreparedLine): TriedProxy | undefined {
  const { proxy_host: host, proxy_port } = sent
  const port = Number(proxy_port)
  return host && Number.isInteger(port) && port >= 1 && port <= 65_535 ? { host, port } : undefined
}

/** What came of a line's proxy; undefined where it was not tried. */
export function triedOf(tries: ProxyTries, line: PreparedLine): ProxyTry | undefined {
  const proxy = proxyOf(line)
  return proxy && tries.get(keyOf(proxy))
}

/** The proxies of an import, which can be tried before it: those that no call was about yet, as many as go in one. */
export function useProxyTries(lines: readonly PreparedLine[]) {
  const actor = useScreenActor(singleCallMachine<Tried>)
  const tries = useSelector(actor, ({ context }) => context.done?.answer.cells ?? none)
  const isBusy = useSelector(actor, ({ context }) => context.calls.length > 0)
  const left = useMemo(() => {
    const proxies = new Map(lines.flatMap((line) => proxyOf(line) ?? []).map((proxy) => [keyOf(proxy), proxy]))
    return [...proxies].filter(([key]) => !tries.has(key)).slice(0, maxTries)
  }, [lines, tries])
  const begin = () =>
    actor.send({
      type: 'CALL',
      what: 'try',
      change: async (signal) => {
        const results = await tryProxies(
          left.map(([, proxy]) => proxy),
          signal,
        )
        return { cells: new Map([...tries, ...left.map(([key], at) => [key, results[at] ?? 'untried'] as const)]) }
      },
    })
  const counts = useMemo(() => {
    const tried = lines.map((line) => triedOf(tries, line))
    return {
      silent: tried.filter((one) => one === 'silent').length,
      untried: tried.filter((one) => one === 'untried').length,
    }
  }, [lines, tries])
  return { tries, counts, left: left.length, isBusy, begin }
}
