/** What keys are pressed together with, as this machine's keyboard names it. */
export const modifierKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
