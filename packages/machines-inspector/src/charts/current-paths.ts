import type { StateValue } from 'xstate'

/** The paths of all states that are current, with those around them: `session`, `session.signedIn`, … */
export function currentPaths(machine: string, value: StateValue): string[] {
  const within = (path: string, inner: StateValue): string[] =>
    typeof inner === 'string'
      ? [`${path}.${inner}`]
      : Object.entries(inner).flatMap(([key, deeper]) => [
          `${path}.${key}`,
          ...(deeper === undefined ? [] : within(`${path}.${key}`, deeper)),
        ])
  return [machine, ...within(machine, value)]
}
