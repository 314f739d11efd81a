const NAMESPACES = ['system', 'secure', 'global'] as const
export type SettingsNamespace = (typeof NAMESPACES)[number]

const MAX_SETTINGS = 1_000
const MAX_LENGTH = 4 * 1024

/** Android's settings provider: three namespaces of texts. They outlive a reboot. */
export class Settings {
  readonly #values: Record<SettingsNamespace, Map<string, string>>

  constructor() {
    this.#values = {
      system: new Map(
        Object.entries({
          accelerometer_rotation: '0',
          screen_brightness: '128',
          screen_off_timeout: '600000',
          user_rotation: '0',
          font_scale: '1.0',
          volume_music_speaker: '5',
        }),
      ),
      secure: new Map(
        Object.entries({
          android_id: '',
          default_input_method: 'com.phonedeck.ime/.LatinIME',
          enabled_input_methods: 'com.phonedeck.ime/.LatinIME',
          location_mode: '0',
        }),
      ),
      global: new Map(
        Object.entries({
          adb_enabled: '1',
          airplane_mode_on: '0',
          auto_time: '1',
          development_settings_enabled: '1',
          stay_on_while_plugged_in: '7',
          wifi_on: '1',
        }),
      ),
    }
  }

  static isNamespace(name: string | undefined): name is SettingsNamespace {
    return NAMESPACES.some((namespace) => namespace === name)
  }

  get(namespace: SettingsNamespace, key: string): string | undefined {
    return this.#values[namespace].get(key)
  }

  /** False when there is no room for it. */
  put(namespace: SettingsNamespace, key: string, value: string): boolean {
    const values = this.#values[namespace]
    if (key.length + value.length > MAX_LENGTH || (!values.has(key) && values.size >= MAX_SETTINGS)) return false
    values.set(key, value)
    return true
  }

  delete(namespace: SettingsNamespace, key: string): boolean {
    return this.#values[namespace].delete(key)
  }

  /** Sorted by key. */
  list(namespace: SettingsNamespace): [key: string, value: string][] {
    return [...this.#values[namespace]].toSorted(([one], [other]) => (one < other ? -1 : 1))
  }
}
