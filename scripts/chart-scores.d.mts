/** Where what is broken stands, and the chart that breaks it, for people: files of this folder, with the line where it is known. */
export function whereToLook(chart: { name: string; file: string }, message: string): string
