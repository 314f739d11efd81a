import type { ReactNode } from 'react'

/** What a sheet says of itself, in its head. */
export function PaperFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
