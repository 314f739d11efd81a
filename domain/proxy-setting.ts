import { isWholeText } from './message-fields.ts'

/** A proxy as Android's own setting has it: `host:port`, without kind, user and password; empty for none. */
export const proxySetting = (proxy: { host: string; port: number } | null): string =>
  proxy === null ? '' : `${proxy.host}:${proxy.port}`

export const isProxySetting = (value: unknown): value is string =>
  isWholeText(value, 259) && /^([^\s/@]+:\d{1,5})?$/.test(value)
