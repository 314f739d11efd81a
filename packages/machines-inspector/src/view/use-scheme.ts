import { useSyncExternalStore } from 'react'

export type Scheme = 'light' | 'dark'

const isDark = () => matchMedia('(prefers-color-scheme: dark)')

function subscribe(listener: () => void): () => void {
  const query = isDark()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Light or dark: what was asked for, or else what the system prefers. */
export function useScheme(wanted: Scheme | undefined): Scheme {
  const preferred = useSyncExternalStore<Scheme>(
    subscribe,
    () => (isDark().matches ? 'dark' : 'light'),
    () => 'light',
  )
  return wanted ?? preferred
}
