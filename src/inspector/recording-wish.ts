/** Kept as long as the tab: a recording that was begun outlives a reload, and nobody is recorded who has not asked for it. */
const place = 'recording'

/** Whether the machines of this page are recorded: always during development, otherwise where somebody has asked for it. */
export const isRecorded = (): boolean => import.meta.env.DEV || sessionStorage.getItem(place) !== null

/** Opens the page anew, recorded from its first event on. */
export function beginRecording(): void {
  sessionStorage.setItem(place, 'wanted')
  location.reload()
}

/** Opens the page anew, recorded no more. */
export function endRecording(): void {
  sessionStorage.removeItem(place)
  location.reload()
}
