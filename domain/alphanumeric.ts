/** Whether the text is made of letters A to Z and digits alone, and of at least one (SPEC §5). */
export const isAlphanumeric = (text: string): boolean => /^[A-Za-z0-9]+$/.test(text)
