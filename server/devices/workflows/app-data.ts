import { emptyStorage, endProcesses } from './leftovers.ts'
import { asRoot, quoted } from './shell-text.ts'

/** Apps that are part of a phone's image, and yet hold what belongs to an account: the notes of virtual phones. */
const imageApps = ['com.phonedeck.notes']
/** The user's own by Android's account, but what makes the phone a rooted one; its data stay. */
const rootManagers = ['com.topjohnwu.magisk', 'me.weishu.kernelsu', 'me.bmax.apatch', 'eu.chainfire.supersu']

/** Where a record is unpacked: under the key that encrypts apps' data, or nothing in it could be moved there. */
const stage = '/data/data/.phonedeck-restore'

/** Stands last in a record: where it is missing, the end is, and something may be lost. */
const lastEntry = '.phonedeck-complete'

/** The packages whose data make an account's environment, one a line. */
const packages = `packages() {
  {
    pm list packages -3
    pm list packages | grep -xF ${imageApps.map((name) => `-e ${quoted(`package:${name}`)}`).join(' ')}
  } </dev/null | tr -d '\\r' | sed -n 's/^package://p' | grep -vxF ${rootManagers.map((name) => `-e ${quoted(name)}`).join(' ')} | sort -u
}`

/** Ends the apps, so that none writes while its data are read or replaced. */
const stopAll = `for app in $(packages); do am force-stop "$app" </dev/null >/dev/null 2>&1; done`

/** Empties every app's data, and looks whether nothing is left. */
const clearAll = `failed=0
for app in $(packages); do
  pm clear "$app" </dev/null >/dev/null 2>&1 || { echo "$app could not be cleared" >&2; failed=1; }
done
for app in $(packages); do
  left=$(find "/data/data/$app" ! -type d ! -type l 2>/dev/null | head -n 1)
  [ -z "$left" ] || { echo "$left is left" >&2; failed=1; }
done
[ "$failed" = 0 ] || exit 1`

/** Prints a tar of the apps' data: without caches, which are their apps' to lose, and links to what the phone has itself. */
export const saveAppData = (): string =>
  asRoot(`${packages}
cd /data/data || exit 1
${stopAll}
set -- -c -f -
for app in $(packages); do
  [ -d "$app" ] && set -- "$@" --exclude="$app/cache" --exclude="$app/code_cache" --exclude="$app/lib" "$app"
done
trap 'rm -f /data/data/${lastEntry}' EXIT
touch ${lastEntry} || exit 1
tar "$@" ${lastEntry} || exit 1`)

/**
 * Reads such a tar, and makes the apps' data what it says: those that it does not name are emptied, and what it has for
 * apps that this phone lacks is left out. No data are touched before all of it is here, nor while anybody's processes could read them.
 */
export const restoreAppData = (): string =>
  asRoot(`${packages}
${endProcesses}
rm -rf ${stage}
mkdir -m 700 ${stage} || exit 1
trap 'rm -rf ${stage}' EXIT
tar -x -f - -C ${stage} || exit 1
cat >/dev/null
[ -e ${stage}/${lastEntry} ] || { echo 'the record is not whole' >&2; exit 1; }
${stopAll}
${clearAll}
for app in $(packages); do
  [ -d "${stage}/$app" ] || continue
  owner=$(stat -c %u "/data/data/$app") || exit 1
  for entry in "${stage}/$app"/* "${stage}/$app"/.[!.]*; do
    [ -e "$entry" ] || [ -L "$entry" ] || continue
    to="/data/data/$app/\${entry##*/}"
    rm -rf "$to" && mv "$entry" "$to" && chown -hR "$owner:$owner" "$to" || exit 1
  done
  if command -v restorecon >/dev/null; then restorecon -RDF "/data/data/$app" || exit 1; fi
done
${stopAll}`)

/** Ends apps and whatever else people have running, and empties the apps' data; fails where anything is left. */
export const wipeAppData = (): string => asRoot(`${packages}\n${endProcesses}\n${stopAll}\n${clearAll}`)

/** The same, and leaves no file of the one who had the phone. */
export const wipePhone = (): string => asRoot(`${packages}\n${endProcesses}\n${stopAll}\n${clearAll}\n${emptyStorage}`)
