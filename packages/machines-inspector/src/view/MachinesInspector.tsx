import { useMemo } from 'react'
import type { Inspector } from '../inspector.ts'
import { englishWords, type InspectorWords } from './english-words.ts'
import { keepRecording } from './keep-recording.ts'
import { LiveMachines } from './LiveMachines.tsx'
import { TimeTravel } from './TimeTravel.tsx'
import type { Scheme } from './use-scheme.ts'

interface MachinesInspectorProps {
  inspector: Inspector
  /** The id of the machine that is shown until another is chosen; the first that was started where it is left out. */
  first?: string
  /** Light or dark; what the system prefers where it is left out. */
  scheme?: Scheme
  /** In another language, or otherwise put; English where they are left out. */
  words?: Partial<InspectorWords>
}

/** The machines of a page: alive, with their charts and what they may be sent, or at any moment that was recorded. It fills what it stands in. */
export function MachinesInspector({ inspector, first, scheme, words: own }: MachinesInspectorProps) {
  const { actors, secrets, drawings, record } = inspector
  const words = useMemo((): InspectorWords => ({ ...englishWords, ...own }), [own])
  return (
    <TimeTravel
      record={record}
      keep={keepRecording}
      isRecorded
      now={{ mode: words.live, hint: words.liveHint }}
      drawings={drawings}
      words={words}
      scheme={scheme}
    >
      <LiveMachines actors={actors} secrets={secrets} drawings={drawings} words={words} first={first} />
    </TimeTravel>
  )
}
