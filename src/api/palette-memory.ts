import { recallJson, remember } from '../browser-storage.ts'

/** Something that was gone to from the palette: enough to offer it again. */
export interface Place {
  key: string
  kind: 'screen' | 'shop' | 'phone' | 'person' | 'group' | 'box' | 'job'
  text: string
  label: string
  to: string
}

/** Where that is kept. */
export interface PlaceStorage {
  read: () => readonly Place[]
  write: (places: readonly Place[]) => void
}

/** The browser's own storage, for one user. What is spoilt or closed holds none. */
export function placesOf(user: number): PlaceStorage {
  const place = `phonedeck.palette.${user}`
  return {
    read: () => {
      const all = recallJson(place)
      return Array.isArray(all) ? all : [] // The console alone writes there.
    },
    write: (places) => remember(place, JSON.stringify(places)),
  }
}
