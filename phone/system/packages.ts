import { FIRST_APP_UID, SYSTEM_UID } from '../shell/inode.ts'
import type { FileSystem } from '../shell/file-system.ts'

interface InstalledPackage {
  name: string
  versionName: string
  versionCode: number
  uid: number
  system: boolean
  enabled: boolean
  /** Where its APK is. */
  path: string
  /** Where the parts are that came with it. */
  splits: readonly string[]
}

export const NOTES_PACKAGE = 'com.phonedeck.notes'
export const HOME_PACKAGE = 'com.phonedeck.home'

const SYSTEM_PACKAGES: [name: string, folder: string][] = [
  ['android', 'framework'],
  ['com.android.shell', 'priv-app/Shell'],
  ['com.android.systemui', 'priv-app/SystemUI'],
  ['com.android.settings', 'priv-app/Settings'],
  ['com.android.packageinstaller', 'priv-app/PackageInstaller'],
  ['com.android.providers.settings', 'priv-app/SettingsProvider'],
  [HOME_PACKAGE, 'priv-app/PhonedeckHome'],
  ['com.phonedeck.ime', 'app/PhonedeckKeyboard'],
  [NOTES_PACKAGE, 'app/PhonedeckNotes'],
  ['com.phonedeck.browser', 'app/PhonedeckBrowser'],
  ['com.phonedeck.gallery', 'app/PhonedeckGallery'],
  ['com.phonedeck.motion', 'app/PhonedeckMotion'],
  ['com.amazon.mShop.android.shopping', 'app/Amazon'],
  ['com.zhiliaoapp.musically', 'app/TikTok'],
  ['com.einnovation.temu', 'app/Temu'],
  ['com.walmart.android', 'app/Walmart'],
  ['com.xingin.xhs', 'app/RedNote'],
  ['com.depop', 'app/Depop'],
]
/** What the home screen does not show. */
const WITHOUT_ICON = new Set([
  'android',
  'com.android.shell',
  'com.android.systemui',
  'com.android.packageinstaller',
  'com.android.providers.settings',
  HOME_PACKAGE,
  'com.phonedeck.ime',
])
const MAX_PACKAGES = 500

/** The apps of a phone, and their folders under /data/data. */
export class PackageRegistry {
  readonly #packages = new Map<string, InstalledPackage>()
  /** System apps that the user has removed: they stay on the read-only partition. */
  readonly #removed = new Map<string, InstalledPackage>()
  readonly #files: FileSystem
  #nextUid = FIRST_APP_UID + 150

  constructor(files: FileSystem, systemVersion: string) {
    this.#files = files
    for (const [name, folder] of SYSTEM_PACKAGES) {
      const apk = folder === 'framework' ? 'framework-res' : folder.replace(/.*\//, '')
      const installed: InstalledPackage = {
        name,
        versionName: systemVersion,
        versionCode: Number(systemVersion),
        uid: folder.startsWith('app/') ? this.#nextUid++ : SYSTEM_UID,
        system: true,
        enabled: true,
        path: `/system/${folder}/${apk}.apk`,
        splits: [],
      }
      this.#packages.set(name, installed)
      if (installed.uid >= FIRST_APP_UID) this.#makeData(installed)
    }
  }

  get(name: string): InstalledPackage | undefined {
    return this.#packages.get(name)
  }

  /** Whether it can be opened from the home screen. */
  isLaunchable(name: string): boolean {
    return this.get(name)?.enabled === true && !WITHOUT_ICON.has(name)
  }

  /** Sorted by name. */
  all(): InstalledPackage[] {
    return [...this.#packages.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
  }

  /** Installs or updates an app; its data stay. Returns Android's name of the failure, undefined when it worked. */
  install(
    app: { name: string; versionName: string; versionCode: number },
    apk: Uint8Array,
    splits: ReadonlyMap<string, Uint8Array> = new Map(),
  ): string | undefined {
    const before = this.#packages.get(app.name)
    if (before?.system || this.#removed.has(app.name)) return 'INSTALL_FAILED_DUPLICATE_PACKAGE'
    if (before && app.versionCode < before.versionCode) return 'INSTALL_FAILED_VERSION_DOWNGRADE'
    if (!before && this.#packages.size >= MAX_PACKAGES) return 'INSTALL_FAILED_INSUFFICIENT_STORAGE'
    const folder = `/data/app/${app.name}-1`
    if (this.#files.exists(folder)) this.#files.removeTree(folder)
    this.#files.mkdir(folder, { parents: true, uid: SYSTEM_UID })
    this.#files.writeFile(`${folder}/base.apk`, apk, { uid: SYSTEM_UID })
    for (const [name, part] of splits) this.#files.writeFile(`${folder}/split_${name}.apk`, part, { uid: SYSTEM_UID })
    const uid = before?.uid ?? this.#nextUid++
    const installed = {
      name: app.name,
      versionName: app.versionName,
      versionCode: app.versionCode,
      uid,
      system: false,
      enabled: true,
      path: `${folder}/base.apk`,
      splits: [...splits.keys()].map((name) => `${folder}/split_${name}.apk`),
    }
    this.#packages.set(app.name, installed)
    this.#makeData(installed)
    return undefined
  }

  /** Removes an app and, unless kept, its data. False for what can not be removed: system apps go for the user alone. */
  uninstall(name: string, { keepData, forUser }: { keepData: boolean; forUser: boolean }): boolean {
    const installed = this.#packages.get(name)
    if (!installed || (installed.system && !forUser)) return false
    this.#packages.delete(name)
    if (installed.system) this.#removed.set(name, installed)
    else this.#files.removeTree(`/data/app/${name}-1`)
    if (!keepData && this.#files.exists(dataOf(name))) this.#files.removeTree(dataOf(name))
    return true
  }

  /** Gives the user back a system app. False when there is none. */
  installExisting(name: string): boolean {
    const removed = this.#removed.get(name)
    if (!removed) return this.#packages.has(name)
    this.#removed.delete(name)
    this.#packages.set(name, removed)
    if (removed.uid >= FIRST_APP_UID) this.#makeData(removed)
    return true
  }

  /** Empties an app's data folder, as if it had just been installed. False when there is no such app. */
  clear(name: string): boolean {
    const installed = this.#packages.get(name)
    if (!installed) return false
    if (this.#files.exists(dataOf(name))) this.#files.removeTree(dataOf(name))
    if (installed.uid >= FIRST_APP_UID) this.#makeData(installed)
    return true
  }

  setEnabled(name: string, enabled: boolean): boolean {
    const installed = this.#packages.get(name)
    if (installed) installed.enabled = enabled
    return installed !== undefined
  }

  #makeData({ name, uid }: InstalledPackage): void {
    for (const folder of ['', '/files', '/cache', '/shared_prefs']) {
      this.#files.mkdir(dataOf(name) + folder, { parents: true, mode: 0o700, uid })
    }
  }
}

function dataOf(name: string): string {
  return `/data/data/${name}`
}
