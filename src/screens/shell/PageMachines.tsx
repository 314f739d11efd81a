import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveMachines } from '../../../packages/machines-inspector/src/view/LiveMachines.tsx'
import { pageActors } from '../../inspector/page-actors.ts'
import { secrets } from '../../inspector/secrets.ts'
import { drawings } from './drawings.ts'
import { liveWords } from './live-words.ts'

/** For development: the machines of this page, the session's first, which tells the most about the console. */
export function PageMachines() {
  const { t } = useTranslation()
  const words = useMemo(() => liveWords(t), [t])
  return <LiveMachines actors={pageActors} secrets={secrets} drawings={drawings} words={words} first="session" />
}
