import { pathToFileURL } from 'node:url'
import { quoted } from './shell-text.ts'

const folder = '/sdcard/Download'
/** Of a file's name on a phone, in bytes of UTF-8; what it is called while it comes is longer. */
const maxNameLength = 240

/** Whether a file of that name can be pushed: no folder, nothing hidden, nothing that can't be seen. */
export const isSharedName = (name: string): boolean =>
  /^[^/\\\p{Cc}.][^/\\\p{Cc}]*$/u.test(name) && Buffer.byteLength(name) <= maxNameLength

/** Where a pushed file is found on a phone. */
export const sharedPath = (name: string): string => `${folder}/${name}`

/**
 * Puts the script's input, of that many bytes, among a phone's downloads. It has its name once it is whole.
 *
 * @throws Error for a name that can't be pushed
 */
export function pushFile(name: string, size: number): string {
  if (!isSharedName(name)) throw new Error(`${JSON.stringify(name)} is no name of a shared file`)
  const path = quoted(sharedPath(name))
  const partial = quoted(`${folder}/.${name}.partial`)
  return `mkdir -p ${quoted(folder)} || exit 1
trap 'rm -f '${quoted(partial)} EXIT
cat > ${partial} || exit 1
[ "$(stat -c %s ${partial})" = ${quoted(size)} ] || { echo 'the file is not whole' >&2; exit 1; }
mv -f ${partial} ${path} || exit 1
am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d ${quoted(pathToFileURL(sharedPath(name)).href)} >/dev/null 2>&1
echo ${path}`
}
