import { useSelector } from '@xstate/react'
import { siteTitle } from '../brands.ts'
import { useConsole } from './session-context.tsx'

/** The site's title on this host, in the operator's language where the host has a brand of its own (SPEC §2). */
export function useSiteTitle(): string {
  const { language, session } = useConsole().getSnapshot().children
  const spoken = useSelector(language, (now) => now?.context.language ?? 'zh-CN')
  const host = useSelector(session, (now) => now?.context.domain ?? '')
  return siteTitle(host, spoken)
}
