/**
 * Of a dialog that is closed rather than left out: its end gives the focus back, which at Blueprint's 300 ms would be taken from the
 * field that the operator has gone to since.
 */
export const closesAtOnce = { transitionDuration: 0 } as const
