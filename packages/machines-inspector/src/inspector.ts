import type { AnyStateMachine, InspectionEvent } from 'xstate'
import type { Proofs } from './charts/chart-svg.ts'
import { LiveActors } from './recording/live-actors.ts'
import { Recorder, type Bounds } from './recording/recorder.ts'
import type { Recording } from './recording/recording.ts'
import { SecretNames, type SecretName, type Withheld } from './recording/secret-names.ts'
import { DrawnHere, type Drawings } from './view/drawings.ts'

export interface InspectorOptions {
  /** What fields with secrets are called, beside the usual names: a whole name, or a pattern that is part of one. */
  secrets?: readonly SecretName[]
  /** What fields are called whose words are left out, as any of them may be a secret: what they are made of stays. */
  withheld?: readonly Withheld[]
  /** What is recorded, as recordings say it: a name with a version. */
  application?: string
  /** What is recorded at most; the oldest goes first. */
  bounds?: Bounds
  /** Machines whose charts are to be shown of recordings of other pages; those of this page are known. */
  machines?: readonly AnyStateMachine[]
  /** What tests prove of each transition, by the id of its machine and its name: what colours the arrows. */
  proofs?: Readonly<Record<string, Proofs>>
}

/** What listens to an application's actors. */
export interface Inspector {
  /** To be given to every actor that has no parent as its `inspect`. */
  readonly inspect: (event: InspectionEvent) => void
  readonly actors: LiveActors
  readonly recorder: Recorder
  readonly secrets: SecretNames
  readonly drawings: Drawings
  /** What was recorded up to now, or since a Unix time in milliseconds, without secrets. */
  readonly record: (wanted?: { note?: string; since?: number }) => Recording
}

export function createInspector(options: InspectorOptions = {}): Inspector {
  const { application = 'application', bounds, machines = [], proofs } = options
  const secrets = new SecretNames(options.secrets, options.withheld)
  const actors = new LiveActors()
  const recorder = new Recorder({ secrets, ...(bounds && { bounds }) })
  /** Those that were seen last of each id. */
  const known = new Map(machines.map((machine) => [machine.id, machine]))

  const machineOf = (name: string, session: string): AnyStateMachine | undefined => {
    // A file may call another actor so.
    const running = actors.machineOf(session) ?? recorder.machineOf(session)
    return running?.id === name ? running : known.get(name)
  }
  return {
    actors,
    recorder,
    secrets,
    drawings: new DrawnHere(machineOf, proofs),
    record: (wanted) => recorder.recording({ build: application, ...wanted }),
    inspect(event) {
      recorder.observe(event)
      actors.collect(event)
      if (event.type !== '@xstate.event' || event.event.type !== 'xstate.init') return
      const machine = actors.machineOf(event.actorRef.sessionId)
      if (machine !== undefined) known.set(machine.id, machine)
    },
  }
}
