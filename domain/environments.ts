/** What an environment's requests go through. */
export const proxyTypes = ['http', 'https', 'socks5'] as const
export type ProxyType = (typeof proxyTypes)[number]

export interface Proxy {
  type: ProxyType
  host: string
  port: number
  user_name: string
}

/** The colours of groups; the console knows their shades. */
export const groupColours = [
  'gray',
  'blue',
  'green',
  'orange',
  'red',
  'violet',
  'turquoise',
  'gold',
  'rose',
  'forest',
] as const
export type GroupColour = (typeof groupColours)[number]

/** Groups that one environment may be in. */
export const mostGroupsOfOne = 10
