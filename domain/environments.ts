/** What an environment's requests go through. */
export const proxyTypes = ['http', 'https', 'socks5'] as const
export type ProxyType = (typeof proxyTypes)[number]

export interface Proxy {
  type: ProxyType
  host: string
  port: number
  user_name: string
}

/** Groups that one environment may be in. */
export const mostGroupsOfOne = 10
