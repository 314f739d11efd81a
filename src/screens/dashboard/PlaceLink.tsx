import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { mayOpen, placeAt } from '../../routes.ts'
import { useCurrentUser } from '../session/session-context.tsx'

interface Props {
  /** A path, with a query or without. */
  to: string
  className: string | undefined
  children: ReactNode
}

/** A way to a screen for those who may open it; for others what it says, and no way. */
export function PlaceLink({ to, className, children }: Props) {
  const user = useCurrentUser()
  const place = placeAt(to.split('?')[0] ?? '')
  if (place === undefined || !mayOpen(user, place)) return <span className={className}>{children}</span>
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  )
}
