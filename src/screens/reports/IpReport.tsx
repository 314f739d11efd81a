import { Duplicate, GlobeNetwork, Intersection, MobilePhone, Print } from '@blueprintjs/icons'
import { findBoxes } from '../../api/boxes.ts'
import type { Region } from '../../api/devices.ts'
import { fetchAddresses, type IpReportQuery, type IpReportRow } from '../../api/reports.ts'
import { AddressSources } from '../devices/AddressSources.tsx'
import { countryName, whyNoPlace } from '../devices/address-text.ts'
import { regionOf, regionTexts } from '../devices/region-text.ts'
import { useRegions } from '../devices/use-regions.ts'
import { defineList } from '../lists/define-list.tsx'
import type { List } from '../lists/list-definition.ts'
import { AddressPrinting } from './AddressPrinting.tsx'
import { sharing, sharingSaid } from './address-sharing.ts'

interface Addresses extends List<IpReportRow, IpReportQuery, 'reports.ip'> {
  uses: { regions: readonly Region[] }
}

/** From which address each phone reaches the internet, and which of them are shared (SPEC §2, /report/list). */
export const IpReport = defineList<Addresses>({
  uses: () => ({ regions: useRegions() }),
  texts: 'reports.ip',
  name: 'ip-report',
  pages: () => fetchAddresses,
  firstSort: 'address',
  columns: ({ text, status, link, since }, { t, language, regions }) => [
    text('address', 124, { mono: true, sortable: true }),
    text('country', 110, {
      of: ({ country }) => country && countryName(language, country),
      whyNothing: ({ address }) => whyNoPlace(t, address),
    }),
    text('isp', 170, { whyNothing: ({ address }) => whyNoPlace(t, address) }),
    status('use', 134, { of: (row) => sharing(t, row), says: sharingSaid(t) }),
    link('name', 90, { sortable: true }),
    text('environment', 130, {
      of: ({ environment: of }) => of && `${t(`environments.names.${of.market}`)} · ${of.name}`,
    }),
    text('box', 108),
    text('owner', 94),
    text('region', 110, { of: ({ region }) => regionOf(t, regions, region), says: regionTexts(t, regions) }),
    since('since', 94, { align: 'right', sortable: true }),
  ],
  filters: ({ text, pick, flag }) => [
    text('keyword', 'table.filter', 'reports.ip.hint'),
    pick('box_id', 'reports.ip.field.box', findBoxes),
    flag('shared', 'reports.ip.shared', ['reports.ip.sharedYes', 'reports.ip.sharedNo']),
  ],
  nameOf: ({ address, name }) => `${name} ${address}`,
  opens: 'open',
  actions: [
    [
      {
        key: 'open',
        icon: <MobilePhone />,
        does: ({ name }, { navigate }) => navigate(`/device/list?keyword=${encodeURIComponent(name)}`),
      },
      { key: 'same', icon: <Intersection />, does: ({ address }, { list }) => list.change({ keyword: address }) },
    ],
    [{ key: 'copy', icon: <Duplicate />, does: ({ address }, { copy }) => copy(address) }],
  ],
  tools: [
    {
      text: 'reports.ip.print',
      icon: <Print />,
      look: 'icon',
      shows: ({ list, close }) => <AddressPrinting query={list.query} onClose={close} />,
    },
  ],
  exportCall: '/api/restful/v2/report/ipexport',
  empty: { icon: <GlobeNetwork size={40} />, next: 'as the hint says' },
  below: () => <AddressSources />,
})
