import type { TextKey } from '../../../texts/catalogue.ts'

/** What a form begins with, where it was asked for on another screen. */
export type GivenValues = Readonly<Record<string, unknown>>

/** What a way to a list brings along that leads to its form for a new row, rather than to its rows. */
export const askedRow = (given: GivenValues = {}) => ({ add: given })

/** What a way to a list brings along that leads to one of its tools. */
export const askedTool = (text: TextKey) => ({ tool: text })

/** What a way to a list brings along that leads to something that is done with one of its rows. */
export const askedDeed = (deed: string, id: number) => ({ deed, id })

type Asked = ReturnType<typeof askedRow> & ReturnType<typeof askedTool> & ReturnType<typeof askedDeed>

/** What is asked for by what was brought along: nothing where the way leads to the rows. */
export const askedIn = (brought: unknown): Partial<Asked> => brought ?? {} // Only the console itself writes it.
