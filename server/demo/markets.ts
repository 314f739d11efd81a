import type { Market } from '../../domain/markets.ts'
import type { Stage } from './stage.ts'

/** Numbered environments of one shop. */
interface Series {
  pattern: string
  count: number
  /** Place of its group in the list of groups; in none where absent. */
  group?: number
  region: string
  account: string
  /** The first manager's own where absent. */
  owner?: string
  proxy?: { type: 'http' | 'https' | 'socks5'; host: string; port: number; user_name: string }
  note?: string
}

interface MarketPlan {
  groups: readonly (readonly [name: string, colour: string])[]
  series: readonly Series[]
}

const proxyOf = (country: string, port: number): NonNullable<Series['proxy']> => ({
  type: 'socks5',
  host: `${country}.gw.proxy.example`,
  port,
  user_name: 'deck-demo',
})

/** What the first manager's team sells, and where. */
const plans: Readonly<Record<Market, MarketPlan>> = {
  amazon: {
    groups: [
      ['北美主力', '#2d72d2'],
      ['欧洲站', '#7961db'],
      ['养号中', '#c87619'],
      ['待申诉', '#cd4246'],
    ],
    series: [
      {
        pattern: 'AMZ-US-{n}',
        count: 24,
        group: 0,
        region: 'us-west',
        account: 'us@deckshop.example',
        proxy: proxyOf('us', 10_800),
      },
      {
        pattern: 'AMZ-CA-{n}',
        count: 8,
        group: 0,
        region: '',
        account: 'ca@deckshop.example',
        proxy: proxyOf('ca', 10_801),
      },
      {
        pattern: 'AMZ-DE-{n}',
        count: 12,
        group: 1,
        region: '',
        account: 'de@deckshop.example',
        proxy: proxyOf('de', 10_802),
      },
      {
        pattern: 'AMZ-UK-{n}',
        count: 10,
        group: 1,
        region: '',
        account: 'uk@deckshop.example',
        owner: 'element',
        proxy: proxyOf('gb', 10_803),
      },
      { pattern: 'AMZ-NEW-{n}', count: 15, group: 2, region: 'us-west', account: '', note: '注册满 30 天前不上架' },
      {
        pattern: 'AMZ-APL-{n}',
        count: 3,
        group: 3,
        region: 'us-west',
        account: 'appeal@deckshop.example',
        owner: 'element',
        note: '申诉材料已提交，等待回复',
      },
    ],
  },
  tiktok: {
    groups: [
      ['直播间', '#db2c6f'],
      ['短视频', '#00a396'],
      ['达人', '#d1980b'],
    ],
    series: [
      {
        pattern: 'TT-LIVE-{n}',
        count: 6,
        group: 0,
        region: 'us-west',
        account: 'live@deckshop.example',
        owner: 'element',
        proxy: proxyOf('us', 10_810),
      },
      {
        pattern: 'TT-VIDEO-{n}',
        count: 20,
        group: 1,
        region: 'jp-east',
        account: 'sg@deckshop.example',
        proxy: proxyOf('sg', 10_811),
      },
      { pattern: 'TT-KOL-{n}', count: 9, group: 2, region: '', account: '', owner: '店铺-日间' },
    ],
  },
  temu: {
    groups: [
      ['全托管', '#238551'],
      ['半托管', '#29a634'],
    ],
    series: [
      { pattern: 'TEMU-A-{n}', count: 14, group: 0, region: 'us-west', account: 'temu-a@deckshop.example' },
      {
        pattern: 'TEMU-B-{n}',
        count: 7,
        group: 1,
        region: '',
        account: 'temu-b@deckshop.example',
        owner: 'element',
      },
    ],
  },
  walmart: {
    groups: [['美国站', '#2d72d2']],
    series: [
      {
        pattern: 'WM-US-{n}',
        count: 11,
        group: 0,
        region: 'us-west',
        account: 'wm@deckshop.example',
        owner: '店铺-夜间',
        proxy: proxyOf('us', 10_820),
      },
      { pattern: 'WM-TEST-{n}', count: 2, region: 'us-west', account: '' },
    ],
  },
  walmartcad: {
    groups: [['加拿大站', '#cd4246']],
    series: [
      {
        pattern: 'WMCA-{n}',
        count: 6,
        group: 0,
        region: '',
        account: 'wmca@deckshop.example',
        proxy: proxyOf('ca', 10_821),
      },
    ],
  },
  rednote: {
    groups: [
      ['种草号', '#db2c6f'],
      ['专业号', '#7961db'],
    ],
    series: [
      { pattern: '小红书-{n}', count: 16, group: 0, region: '', account: '', owner: 'element' },
      { pattern: '小红书-店铺-{n}', count: 4, group: 1, region: '', account: 'red@deckshop.example' },
    ],
  },
  depop: {
    groups: [['复古', '#d1980b']],
    series: [
      {
        pattern: 'DEPOP-{n}',
        count: 8,
        group: 0,
        region: '',
        account: 'depop@deckshop.example',
        proxy: proxyOf('gb', 10_830),
      },
    ],
  },
}

/** Groups and environments of all markets. A market that was begun is left as it is. */
export async function openShops({ callAs, store }: Stage): Promise<void> {
  for (const [market, { groups, series }] of Object.entries(plans)) {
    const mark = `demo: the shops of ${market} are open`
    if (await store.settings.isDone(mark)) continue
    await store.settings.markDone(mark)
    const ids: number[] = []
    for (const [name, colour] of groups)
      ids.push((await callAs<{ id: number }>('manager', 'group/add', { market, name, colour })).id)
    await store.samples.mark('group', ids)
    for (const { group, owner, ...one } of series) {
      const id = group === undefined ? undefined : ids[group]
      const worker = owner === undefined ? undefined : await store.users.byName(owner)
      const { ids: added } = await callAs<{ ids: number[] }>('manager', 'environment/batchadd', {
        market,
        digits: 2,
        ...one,
        ...(id !== undefined && { tags: [id] }),
        ...(worker !== undefined && { owner_id: worker.id }),
      })
      await store.samples.mark('environment', added)
    }
  }
}
