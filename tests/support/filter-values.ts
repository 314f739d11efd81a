import type { FilterValues } from './list-calls.ts'
import type { TestStore } from './test-store.ts'

/** When what `fillRows` adds began: entries of the log and events, a second apart. Unix time in milliseconds. */
const begun = 1_700_000_000_000
/** When the first of its environments was made; the others followed, a millisecond apart. */
const firstMade = 1_690_000_000_000

/** Of every filter of every list a value that many rows have, one that few have and one that none has, where `many` rows were filled. */
export async function filterValues(store: TestStore, many: number): Promise<FilterValues> {
  const [agent, manager, element] = [
    await store.user('agent'),
    await store.user('manager'),
    await store.user('element'),
  ]
  const team = await store.user('team-7')
  const nobody = 999_999_999
  // 'x' is in each phone, 'q0' and '王' in none; the phones of 'X000' stand together in the order of names.
  const keyword = ['X00', 'X000', 'X0015', 'zzqq', 'q0', 'x', 'd7', '王', 'shop-0000', 'seller77']
  return {
    id: [500, nobody],
    owner_id: [manager.id, team.id, element.id, nobody],
    parent_id: [agent.id, manager.id, nobody],
    user_id: [manager.id, nobody],
    agent_id: [agent.id],
    user_name: ['team', 'p', 'person-77', 'zzqq'],
    keyword,
    target_name: ['X0015', 'X', 'zzqq'],
    box_id: [1_005, nobody],
    device_id: [77, nobody],
    environment_id: [500, nobody],
    region: ['us-west', 'sa-east', 'nowhere'],
    tag: [11, 41, nobody],
    seen_from: [begun + 999_000_000, begun + 2_000_000_000],
    seen_until: [begun + 500_000, begun + 900_000_000],
    opened_from: [begun + 999_000_000, begun + 2_000_000_000],
    opened_to: [begun + 500_000, begun + 900_000_000],
    created_from: [firstMade + many - 1_000, firstMade + many / 2],
    created_to: [firstMade + 1_000, firstMade + many / 2],
    action: ['device.edit', 'box.add', 'box.del'],
    target_kind: ['device', 'box'],
    target_id: ['77'],
    ip: ['10.0.3.3', '192.0.2.1'],
    from: [begun + (many - 1_000) * 1_000, begun],
    to: [begun + 500_000, begun + many * 500],
    'reportSystem.from': ['2026-11-01'],
    'reportSystem.to': ['2026-11-25'],
    'taskCalendar.from': ['2026-11-26'],
    days: [7],
    timezone: ['Asia/Shanghai'],
    script_id: [1, nobody],
    'taskJobs.id': [1],
    'jobDetail.id': [1],
    like: [1],
  }
}
