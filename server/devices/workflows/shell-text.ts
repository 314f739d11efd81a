/** A value as one word of a shell, whatever is in it; NUL, which no argument can hold, is left out. */
export const quoted = (value: string | number): string =>
  `'${String(value).replaceAll('\0', '').replaceAll("'", `'\\''`)}'`

/**
 * A script run as root: phones' shells are not. Android's own `su` takes a command behind the user, Magisk's and its
 * relatives' take `-c`; which one it is is tried without touching the script's input. `starter` is the shell that starts it.
 */
export function asRoot(script: string): string {
  const body = `"starter=$$"${quoted(`\n${script}`)}`
  return [
    'if [ "$(id -u)" = 0 ]; then',
    `  exec sh -c ${body}`,
    'elif [ "$(su 0 id -u </dev/null 2>/dev/null)" = 0 ]; then',
    `  exec su 0 sh -c ${body}`,
    'else',
    `  exec su 0 -c ${body}`,
    'fi',
  ].join('\n')
}
