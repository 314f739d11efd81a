import type { TextKey } from '../../../texts/catalogue.ts'
import { quoted } from './shell-text.ts'

export interface PhoneApp {
  package: string
  /** What people call it; null where that is not known. */
  label: TextKey | null
  version: string
  /** Whether the user installed it. */
  installed: boolean
}

/** Android tells a label only to programs on the phone; these are known without. */
const labels: Readonly<Record<string, TextKey>> = {
  'com.amazon.mShop.android.shopping': 'environments.names.amazon',
  'com.zhiliaoapp.musically': 'environments.names.tiktok',
  'com.einnovation.temu': 'environments.names.temu',
  'com.walmart.android': 'environments.names.walmart',
  'com.xingin.xhs': 'environments.names.rednote',
  'com.depop': 'environments.names.depop',
  'com.phonedeck.notes': 'apps.names.notes',
  'com.phonedeck.browser': 'apps.names.browser',
  'com.phonedeck.gallery': 'apps.names.gallery',
  'com.phonedeck.motion': 'apps.names.motion',
  'com.android.settings': 'apps.names.settings',
  'com.android.chrome': 'apps.names.chrome',
}

/** Installs or updates an app from the script's input, of that many bytes. Android says why it does not. */
export const installApk = (size: number): string =>
  `said=$(pm install -r -g -S ${quoted(size)} 2>&1)
status=$?
echo "$said"
case "$said" in *Success*) exit 0 ;; esac
[ "$status" != 0 ] && exit "$status"
exit 1`

export const uninstallApp = (name: string): string => `pm uninstall ${quoted(name)}`

export const stopApp = (name: string): string => `am force-stop ${quoted(name)}`

/**
 * Opens an app as the home screen would. `monkey` is for phones older than Android 7 alone, which resolve no activity: it turns
 * the screen's rotation on, and ends on boards without keys unless it is to press none.
 */
export const launchApp = (name: string): string =>
  `opens='-a android.intent.action.MAIN -c android.intent.category.LAUNCHER'
activity=$(cmd package resolve-activity --brief $opens ${quoted(name)} 2>/dev/null | tail -n 1)
case "$activity" in
  ${quoted(name)}/*) said=$(am start $opens -f 0x10200000 -n "$activity" 2>&1) ;;
  *) said=$(monkey -p ${quoted(name)} -c android.intent.category.LAUNCHER --pct-syskeys 0 1 2>&1) ;;
esac
status=$?
case "$said" in *'No activities found'* | *Error:*) echo "$said"; exit 1 ;; esac
exit "$status"`

/** Prints what `readApps` reads: the apps that can be opened, and those that were installed. */
export const listApps = (): string =>
  `pm list packages -3 | sed -n 's/^package:/installed /p'
cmd package query-activities --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER | sed -n 's/^ *\\([A-Za-z0-9_.]*\\)\\/.*/launchable \\1/p'
dumpsys package packages | sed -n -e 's/^ *Package \\[\\([A-Za-z0-9_.]*\\)\\].*/package \\1/p' -e 's/^ *versionName=\\(.*\\)/version \\1/p'`

/** The apps that `listApps` printed, by name of their package. */
export function readApps(output: string): PhoneApp[] {
  const installed = new Set<string>()
  const shown = new Set<string>()
  const versions = new Map<string, string>()
  let current = ''
  for (const line of output.replaceAll('\r', '').split('\n')) {
    const space = line.indexOf(' ')
    const [kind, value] = [line.slice(0, space), line.slice(space + 1)]
    if (kind === 'installed') installed.add(value)
    if (kind === 'installed' || kind === 'launchable') shown.add(value)
    if (kind === 'package') current = value
    // A package that was updated is told twice: the one in use comes first.
    if (kind === 'version' && !versions.has(current)) versions.set(current, value)
  }
  return [...shown].toSorted().map((name) => ({
    package: name,
    label: labels[name] ?? null,
    version: versions.get(name) ?? '',
    installed: installed.has(name),
  }))
}
