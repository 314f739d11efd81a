import type { AnyMachineSnapshot } from 'xstate'
import { actorName } from '../../inspector/actor-name.ts'
import { ChartView } from '../../inspector/ChartView.tsx'
import { chartOf, statesWithin } from '../../inspector/chart.ts'
import { currentPaths } from '../../inspector/current-paths.ts'
import type { LiveActor } from '../../inspector/live-actors.ts'
import { ActorEvents } from './ActorEvents.tsx'
import { drawingOf } from './drawings.ts'
import styles from './LiveMachines.module.css'

/** The actor's chart with its current states lit, what they mean, and what it may be sent. */
export function ActorChart({ actor }: { actor: LiveActor }) {
  const { machine, ref } = actor
  if (machine === undefined)
    return <p className={styles.none}>{actorName(ref.src, ref.id)} has no chart: it is a callback or a promise.</p>

  const svg = drawingOf(machine.id)
  const snapshot = ref.getSnapshot() as AnyMachineSnapshot // It runs a machine.
  const paths = currentPaths(machine.id, snapshot.value as string) // A value of states is what a machine has.
  const current = statesWithin(chartOf(machine)).filter(
    ({ path, description }) => paths.includes(path) && description !== '',
  )
  return (
    <>
      <h2>{machine.id}</h2>
      <ul className={styles.meanings}>
        {current.map(({ path, name, description }) => (
          <li key={path}>
            <b>{name}</b> {description}
          </li>
        ))}
      </ul>
      <ActorEvents machine={machine} actor={actor} />
      {svg === undefined ? (
        <p className={styles.none}>It is not drawn yet: npm run charts.</p>
      ) : (
        <ChartView key={ref.sessionId} name={machine.id} svg={svg} paths={paths} />
      )}
    </>
  )
}
