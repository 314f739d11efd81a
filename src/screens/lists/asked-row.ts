import type { TextKey } from '../../../texts/catalogue.ts'

/** What a form begins with, where it was asked for on another screen. */
export type GivenValues = Readonly<Record<string, unknown>>

/** What a way to a list brings along that leads to its form for a new row, rather than to its rows. */
export const askedRow = (given: GivenValues = {}) => ({ add: given })

/** What a way to a list brings along that leads to one of its tools. */
export const askedTool = (text: TextKey) => ({ tool: text })

/** Which tool is asked for; undefined where none is. */
export function askedToolIn(brought: unknown): TextKey | undefined {
  if (typeof brought !== 'object' || brought === null || !('tool' in brought)) return undefined
  return (brought as ReturnType<typeof askedTool>).tool // As below.
}

/** What the form of a new row is to begin with; undefined where none is asked for. */
export function askedRowIn(brought: unknown): GivenValues | undefined {
  if (typeof brought !== 'object' || brought === null || !('add' in brought)) return undefined
  return (brought as ReturnType<typeof askedRow>).add // Only the console itself writes what is brought along.
}

/** What a way to a list brings along that leads to something that is done with one of its rows. */
export const askedDeed = (key: string, id: number) => ({ deed: key, id })

/** What is to be done with which row; undefined where nothing is. */
export function askedDeedIn(brought: unknown): ReturnType<typeof askedDeed> | undefined {
  if (typeof brought !== 'object' || brought === null || !('deed' in brought)) return undefined
  return brought as ReturnType<typeof askedDeed> // As above.
}
