import { proxySetting } from '../../../domain/proxy-setting.ts'
import { asRoot, quoted } from './shell-text.ts'

/** What an environment asks of a phone. Fields that are left out stay as they are. */
export interface PhoneSettings {
  /** Of apps' HTTP; null for none. */
  proxy?: { host: string; port: number } | null
  /** Its IANA name. */
  timezone?: string
  /** A BCP 47 tag such as `en-US`. */
  language?: string
  /** Pixels; null for the phone's own. */
  resolution?: { width: number; height: number } | null
  /** Null for the phone's own. */
  dpi?: number | null
}

/** Sets what is given, and fails where the phone does not keep it. */
export function applySettings(settings: PhoneSettings): string {
  const { proxy, timezone, language, resolution, dpi } = settings
  const steps = ['failed=0']
  if (proxy !== undefined) steps.push(setProxy(proxy))
  if (timezone !== undefined) steps.push(setTimezone(timezone))
  if (resolution !== undefined)
    steps.push(`wm size ${resolution ? quoted(`${resolution.width}x${resolution.height}`) : 'reset'} || failed=1`)
  if (dpi !== undefined) steps.push(`wm density ${dpi === null ? 'reset' : quoted(dpi)} || failed=1`)
  // Last: it may restart what the others speak to.
  if (language !== undefined) steps.push(setLanguage(language))
  return asRoot([...steps, 'exit "$failed"'].join('\n'))
}

/** `:0` is how Android itself says that there is none; deleting the setting alone would be heard after a restart. */
function setProxy(proxy: { host: string; port: number } | null): string {
  const value = quoted(proxySetting(proxy) || ':0')
  return `settings put global http_proxy ${value}
[ "$(settings get global http_proxy)" = ${value} ] || { echo 'the proxy was not taken' >&2; failed=1; }`
}

/** The alarm service tells the apps; without it the property alone has to do. */
function setTimezone(timezone: string): string {
  const value = quoted(timezone)
  return `settings put global auto_time_zone 0
cmd alarm set-timezone ${value} >/dev/null 2>&1
[ "$(getprop persist.sys.timezone)" = ${value} ] || setprop persist.sys.timezone ${value}
[ "$(getprop persist.sys.timezone)" = ${value} ] || { echo 'the time zone was not taken' >&2; failed=1; }`
}

/** Android reads its language when its framework starts: a real phone's is restarted, where the language is another. */
function setLanguage(language: string): string {
  const value = quoted(language)
  return `if [ "$(getprop persist.sys.locale)" != ${value} ]; then
  settings put system system_locales ${value}
  setprop persist.sys.locale ${value}
  before=$(pidof system_server)
  if [ -n "$before" ]; then
    setprop ctl.restart zygote
    for second in $(seq 90); do
      now=$(pidof system_server)
      [ -n "$now" ] && [ "$now" != "$before" ] && pm path android >/dev/null 2>&1 && break
      sleep 1
    done
  fi
fi
[ "$(getprop persist.sys.locale)" = ${value} ] || { echo 'the language was not taken' >&2; failed=1; }`
}
