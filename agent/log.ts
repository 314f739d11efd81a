type Fields = Readonly<Record<string, unknown>>

const readable = (value: unknown): unknown => (value instanceof Error ? value.message : value)

function write(level: 'info' | 'warn' | 'error', message: string, fields: Fields = {}): void {
  const shown = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, readable(value)]))
  console.log(JSON.stringify({ level, time: Date.now(), msg: message, ...shown }))
}

/** Writes JSON lines to stdout. Nothing secret is to be passed: no token, password, key or ticket. */
export const log = {
  info: (message: string, fields?: Fields): void => write('info', message, fields),
  warn: (message: string, fields?: Fields): void => write('warn', message, fields),
  error: (message: string, fields?: Fields): void => write('error', message, fields),
}

/** What an error says, without NUL, which no database keeps. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '\u{fffd}')
