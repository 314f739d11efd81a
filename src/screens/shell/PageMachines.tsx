import { englishWords } from '../../../packages/machines-inspector/src/view/english-words.ts'
import { LiveMachines } from '../../../packages/machines-inspector/src/view/LiveMachines.tsx'
import { pageActors } from '../../inspector/page-actors.ts'
import { secrets } from '../../inspector/secrets.ts'
import { drawings } from './drawings.ts'

/** For development: the machines of this page, the session's first, which tells the most about the console. The engineer's words are English. */
export const PageMachines = () => (
  <LiveMachines actors={pageActors} secrets={secrets} drawings={drawings} words={englishWords} first="session" />
)
