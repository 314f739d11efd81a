interface TimeProps {
  /** Unix time in milliseconds. */
  at: number
  /** How people read it. */
  children: string
}

/** A time, as people and as programs read it. */
export function Time({ at, children }: TimeProps) {
  return <time dateTime={new Date(at).toISOString()}>{children}</time>
}
