import { use } from 'react'
import { useLocation } from 'react-router-dom'
import { letGo, PageHolders } from '../../ui/use-held-page.ts'
import { useConsole } from './session-context.tsx'

/** Signs the operator out, once everything that holds the page has let it go. */
export function useSignOut(): () => void {
  const console = useConsole()
  const holders = use(PageHolders)
  const from = useLocation()
  const signOut = (goes: boolean) => {
    if (goes) console.getSnapshot().children.session?.send({ type: 'sign out' })
  }
  // Who is gone without an answer has not let it go.
  const to = { pathname: '/login', search: '', state: null }
  return () => void letGo(holders, { from, to }, new AbortController().signal).then(signOut, () => undefined)
}
