import type { AnyMachineSnapshot, StateValue } from 'xstate'
import { chartOf, statesWithin } from '../charts/chart.ts'
import { currentPaths } from '../charts/current-paths.ts'
import { actorName } from '../recording/actor-name.ts'
import type { LiveActor } from '../recording/live-actors.ts'
import type { SecretNames } from '../recording/secret-names.ts'
import { ActorEvents } from './ActorEvents.tsx'
import { DrawnChart } from './DrawnChart.tsx'
import type { Drawings } from './drawings.ts'
import styles from './LiveMachines.module.css'
import type { LiveWords } from './words.ts'

interface ActorChartProps {
  actor: LiveActor
  secrets: SecretNames
  drawings: Drawings
  words: LiveWords
}

/** The actor's chart with its current states lit, what they mean, and what it may be sent. */
export function ActorChart({ actor, secrets, drawings, words }: ActorChartProps) {
  const { machine, ref } = actor
  if (machine === undefined) return <p className={styles.none}>{words.notAMachine(actorName(ref.src, ref.id))}</p>

  const { value } = ref.getSnapshot() as AnyMachineSnapshot // It runs a machine.
  const paths = currentPaths(machine.id, value as StateValue) // A machine's.
  const current = statesWithin(chartOf(machine)).filter(
    ({ path, description }) => paths.includes(path) && description !== '',
  )
  return (
    <>
      <h2>{machine.id}</h2>
      {current.length > 0 && (
        <ul className={styles.meanings}>
          {current.map(({ path, name, description }) => (
            <li key={path}>
              <b>{name}</b> {description}
            </li>
          ))}
        </ul>
      )}
      <ActorEvents key={ref.sessionId} {...{ machine, actor, secrets, words }} />
      <DrawnChart drawings={drawings} name={machine.id} session={ref.sessionId} paths={paths} words={words} />
    </>
  )
}
