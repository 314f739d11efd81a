/** So many rows nobody loses by two presses: of more, their number is typed. */
const most = 20

export const isCountTyped = (count: number): boolean => count > most

/** Whether it is meant: the number was typed, where so many are to be lost. */
export const isMeant = (count: number, typed: string): boolean => !isCountTyped(count) || typed.trim() === String(count)
