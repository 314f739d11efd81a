import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Whether something fills the screen. */
export const useIsFullScreen = (): boolean => useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)

/** Lets the element fill the screen, or gives the screen back. */
export async function toggleFullScreen(element: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement !== null) await document.exitFullscreen()
  else await element?.requestFullscreen()
}
