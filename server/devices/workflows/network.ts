import { asRoot } from './shell-text.ts'

/** How long a phone may take to be back on the network, in seconds. */
const timeoutSeconds = 60

/**
 * Leaves the network and comes back, for another address; prints that. A phone that is reached over this very network
 * loses the connection meanwhile: it comes back all the same.
 */
export const changeIp = (): string =>
  asRoot(`trap '' HUP
airplane() {
  cmd connectivity airplane-mode "$1" >/dev/null 2>&1 && return
  settings put global airplane_mode_on "$2"
  am broadcast -a android.intent.action.AIRPLANE_MODE --ez state "$3" >/dev/null 2>&1
}
address() {
  ip -4 addr show | sed -n 's/^ *inet \\([0-9.]*\\).*scope global.*/\\1/p' | head -n 1
}
airplane enable 1 true
for second in $(seq 10); do
  [ -z "$(address)" ] && break
  sleep 1
done
airplane disable 0 false
for second in $(seq ${timeoutSeconds}); do
  found=$(address)
  [ -n "$found" ] && echo "$found" && exit 0
  sleep 1
done
echo 'there is no address' >&2
exit 1`)
