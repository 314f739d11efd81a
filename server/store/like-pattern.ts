/** The pattern of LIKE that finds a text anywhere, its own wildcards taken literally. */
export const likePart = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
