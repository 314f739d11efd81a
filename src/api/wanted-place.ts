/** Where somebody wanted to go who had to sign in first. The tab keeps it, as the login page may be loaded anew meanwhile. */
const storageKey = 'wanted'

export const wantedPlace = {
  /** Keeps this one instead of another; none where it is undefined. */
  keep(place: string | undefined): void {
    if (place === undefined) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, place)
  },
  /** The one that is kept, once. */
  take(): string | undefined {
    const place = sessionStorage.getItem(storageKey) ?? undefined
    sessionStorage.removeItem(storageKey)
    return place
  },
}
