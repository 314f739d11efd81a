/** Milliseconds from a Unix time in seconds or milliseconds: ten digits are seconds (SPEC §9). */
export const toMillis = (timestamp: number): number => (timestamp < 1e11 ? timestamp * 1_000 : timestamp)
