import { useSelector } from '@xstate/react'
import { siteTitle } from '../../../texts/site-title.ts'
import { useConsole } from '../session/session-context.tsx'

/** The host in the address bar, which decides on title and layout (SPEC §2). */
export function useHost(): string {
  const { session } = useConsole().getSnapshot().children
  return useSelector(session, (now) => now?.context.domain ?? '')
}

/** The site's title on this host, in the operator's language where the host has a brand of its own (SPEC §2). */
export function useSiteTitle(): string {
  const { language } = useConsole().getSnapshot().children
  const spoken = useSelector(language, (now) => now?.context.language ?? 'zh-CN')
  return siteTitle(useHost(), spoken)
}
