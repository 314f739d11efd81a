// What an application imports.
export { createInspector, type Inspector, type InspectorOptions } from './inspector.ts'
export type { Recording, RecordedActor, RecordedEntry } from './recording/recording.ts'
export type { InspectorWords } from './view/english-words.ts'
export { MachinesInspector } from './view/MachinesInspector.tsx'
