import type { i18n, TFunction } from 'i18next'
import type { Device, Region } from '../../api/devices.ts'
import { egressText } from './address-text.ts'
import { degrees, percent } from './device-figures.ts'
import { shownStatus } from './device-status.ts'
import { momentText } from '../../ui/moment.ts'
import { regionOf } from './region-text.ts'
import type { Texts } from '../../../texts/catalogue.ts'
import { reasonText } from '../../../texts/reason.ts'

const moment = (at: number | null): string | null => (at === null ? null : momentText(at))

/** What `useTranslation` has: texts of the language that is spoken now, where `i18n.t` would stay the same in each. */
interface Words {
  t: TFunction
  i18n: i18n
}

/** Everything that is known of a phone, as names and values. */
export function deviceFacts({ t, i18n }: Words, device: Device, regions: readonly Region[]) {
  const facts: readonly (readonly [keyof Texts['devices']['field'] | 'proxy', string | null])[] = [
    ['name', device.name],
    ['status', shownStatus(t, device.status).text],
    ['status_reason', reasonText(t, device.status_reason) || null],
    ['serial', device.serial],
    ['model', device.model],
    ['android_version', device.android_version],
    ['resolution', device.resolution],
    ['box', device.box_name],
    ['slot', String(device.slot)],
    ['region', regionOf(t, regions, device.region)],
    ['owner', device.owner_name],
    ['in_use_by', device.in_use_by?.user_name ?? null],
    ['in_use_since', moment(device.in_use_since)],
    ['egress_ip', egressText(i18n, device)],
    ['proxy', device.proxy === '' ? t('environments.form.noProxy') : device.proxy],
    ['battery', percent(device.battery)],
    ['temperature', degrees(device.temperature)],
    ['cpu', percent(device.cpu)],
    ['memory', percent(device.memory)],
    ['storage', percent(device.storage)],
    ['last_seen_at', moment(device.last_seen_at)],
    ['note', device.note],
  ]
  return facts.map(([field, value]) => ({
    name: field === 'proxy' ? t('environments.field.proxy') : t(`devices.field.${field}`), // The same word.
    value: value || '—',
  }))
}
