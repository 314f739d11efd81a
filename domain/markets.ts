/** The marketplaces; a user's modules are some of them (SPEC §1, §3). */
export const markets = ['amazon', 'tiktok', 'temu', 'walmart', 'walmartcad', 'rednote', 'depop'] as const

export type Market = (typeof markets)[number]

export const isMarket = (value: unknown): value is Market => markets.some((market) => market === value)
