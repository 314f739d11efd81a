/** What an environment's requests go through. */
export const proxyTypes = ['http', 'https', 'socks5'] as const
export type ProxyType = (typeof proxyTypes)[number]

export interface Proxy {
  type: ProxyType
  host: string
  port: number
  user_name: string
}

/** How long deleted environments stay in the trash, with everything they have. */
export const trashDays = 30

/** Groups that one environment may be in. */
export const maxGroupsOfOne = 10
