/** Prints a PNG of the screen. */
export const takeScreenshot = (): string => 'screencap -p'

/** Wakes the screen, and goes past a lock that asks for nothing. */
export const turnScreenOn = (): string =>
  'input keyevent KEYCODE_WAKEUP && { wm dismiss-keyguard >/dev/null 2>&1; true; }'

export const turnScreenOff = (): string => 'input keyevent KEYCODE_SLEEP'
