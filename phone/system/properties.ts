import type { PhoneIdentity } from './phone-identity.ts'

const MAX_PROPERTIES = 2_000
const MAX_NAME = 256
const MAX_VALUE = 92

/** Android's system properties. `ro.` ones are set once; those not called `persist.` are forgotten at a reboot. */
export class Properties {
  readonly #image: Map<string, string>
  readonly #persistent = new Map<string, string>()
  readonly #volatile = new Map<string, string>()

  constructor(identity: PhoneIdentity) {
    this.#image = new Map(Object.entries(imageProperties(identity)))
  }

  /** Empty for a property that is not set. */
  get(name: string): string {
    return this.#volatile.get(name) ?? this.#persistent.get(name) ?? this.#image.get(name) ?? ''
  }

  /** Returns why a value is not taken; undefined when it is. */
  set(name: string, value: string): string | undefined {
    if (!/^[\w.:@-]+$/.test(name) || name.length > MAX_NAME) return 'Invalid property name'
    if (name.startsWith('ro.')) return 'Read-only property was already set'
    if (Buffer.byteLength(value) >= MAX_VALUE) return 'Value too long'
    const store = name.startsWith('persist.') ? this.#persistent : this.#volatile
    if (!store.has(name) && store.size >= MAX_PROPERTIES) return 'Too many properties'
    store.set(name, value)
    return undefined
  }

  /** All of them, sorted by name. */
  all(): [name: string, value: string][] {
    const all = new Map([...this.#image, ...this.#persistent, ...this.#volatile])
    return [...all].toSorted(([one], [other]) => (one < other ? -1 : 1))
  }

  forgetVolatile(): void {
    this.#volatile.clear()
  }
}

function imageProperties(identity: PhoneIdentity): Record<string, string> {
  const { model, device, androidVersion, apiLevel, buildId, serial, density } = identity
  const fingerprint = `google/${device}/${device}:${androidVersion}/${buildId}/10817346:user/release-keys`
  return {
    'dalvik.vm.heapsize': '512m',
    'gsm.sim.state': 'ABSENT',
    'init.svc.adbd': 'running',
    'init.svc.zygote': 'running',
    'net.bt.name': 'Android',
    'persist.sys.locale': 'zh-CN',
    'persist.sys.timezone': 'Asia/Shanghai',
    'persist.sys.usb.config': 'adb',
    'ro.board.platform': 'gs101',
    'ro.boot.serialno': serial,
    'ro.build.characteristics': 'nosdcard',
    'ro.build.display.id': buildId,
    'ro.build.fingerprint': fingerprint,
    'ro.build.id': buildId,
    'ro.build.tags': 'release-keys',
    'ro.build.type': 'user',
    'ro.build.version.incremental': '10817346',
    'ro.build.version.release': androidVersion,
    'ro.build.version.sdk': String(apiLevel),
    'ro.debuggable': '0',
    'ro.hardware': device,
    'ro.product.brand': 'google',
    'ro.product.cpu.abi': 'arm64-v8a',
    'ro.product.cpu.abilist': 'arm64-v8a',
    'ro.product.device': device,
    'ro.product.locale': 'zh-CN',
    'ro.product.manufacturer': 'Google',
    'ro.product.model': model,
    'ro.product.name': device,
    'ro.secure': '1',
    'ro.serialno': serial,
    'ro.sf.lcd_density': String(density),
    'service.adb.tcp.port': '5555',
    'sys.boot_completed': '1',
    'sys.usb.state': 'adb',
  }
}
