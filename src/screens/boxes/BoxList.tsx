import {
  Add,
  CircleArrowUp,
  Database,
  Duplicate,
  Key,
  MobilePhone,
  Satellite,
  TimelineEvents,
  WarningSign,
} from '@blueprintjs/icons'
import { mayCall } from '../../permissions.ts'
import { fetchBoxes, removeBoxes, type Box, type BoxToken } from '../../api/boxes.ts'
import { regionOf } from '../devices/region-text.ts'
import { defineList } from '../lists/define-list.tsx'
import { TimelinePanel } from '../events/late-timeline.ts'
import { boxFilters, identityColumns, meter, type OfBoxes } from './box-columns.ts'
import { EditBox } from './EditBox.tsx'
import { Enrolment } from './Enrolment.tsx'
import { NewBox } from './NewBox.tsx'
import { RefusedPhones } from './RefusedPhones.tsx'
import { ReplaceToken } from './ReplaceToken.tsx'
import { UpgradeAgent } from './UpgradeAgent.tsx'
import { useBoxChoices } from './use-box-choices.ts'

interface Boxes extends OfBoxes<'boxes'> {
  dialogs: { new: undefined; form: Box; token: Box; upgrade: Box; refused: Box; timeline: Box; enrolment: BoxToken }
}

const toChange = { operation: 'boxEdit', refused: 'boxes.reason.mayNotChange' } as const

/** The list of boxes (SPEC §2, /box/): who changes them is decided by the contract, security only looks. */
export const BoxList = defineList<Boxes>({
  uses: () => ({ choices: useBoxChoices() }),
  texts: 'boxes',
  name: 'boxes',
  pages: () => fetchBoxes,
  firstSort: 'name',
  live: 'box',
  columns: ({ meter: share, text, status, number, moment, link, actions }, { t, choices }) => [
    ...identityColumns(t),
    link('phones', 96, {
      of: ({ online_phone_count: online, phone_count: total, refused }) =>
        refused.length === 0
          ? t('boxes.phonesOf', { online, total })
          : t('boxes.refused.mark', { online, total, n: refused.length }),
      to: ({ refused }) => (refused.length === 0 ? 'devices' : 'refused'),
      align: 'right',
    }),
    share('cpu', 90, { of: (box) => meter(box, 'cpu') }),
    share('memory', 90, { of: (box) => meter(box, 'memory') }),
    share('disk', 90, { of: (box) => meter(box, 'disk') }),
    share('temperature', 90, { of: (box) => meter(box, 'temperature') }),
    text('region', 98, { of: ({ region }) => regionOf(t, choices.regions, region), sortable: true }),
    status('agent', 114, {
      of: ({ agent_version: version, agent_outdated }) => {
        if (version === null) return { tone: 'off', text: '—' }
        return agent_outdated
          ? { tone: 'warn', text: t('boxes.upgrade.mark', { version }) }
          : { tone: 'ok', text: version }
      },
    }),
    text('owner', 72, { of: ({ owner_name }) => owner_name }),
    text('address', 140, { hidden: true }),
    number('slots', 64, { hidden: true }),
    text('phone_owner', 110, { header: 'boxes.field.phoneOwner', of: (box) => box.phone_owner_name, hidden: true }),
    moment('created_at', 150, { hidden: true, sortable: true }),
    text('note', 160, { hidden: true }),
    actions(112, ['devices']),
  ],
  filters: boxFilters,
  nameOf: ({ name }) => name,
  opens: (_, { role }) => (mayCall(role, 'boxEdit') ? 'edit' : 'devices'),
  actions: [
    [
      { key: 'edit', ...toChange },
      { key: 'devices', icon: <MobilePhone />, does: ({ id }, { navigate }) => navigate(`/device/list?box_id=${id}`) },
      { key: 'timeline', icon: <TimelineEvents />, text: 'routes.timeline', opens: 'timeline' },
      { key: 'copyCode', icon: <Duplicate />, does: ({ code }, { copy }) => copy(code) },
    ],
    [{ key: 'upgrade', icon: <CircleArrowUp />, when: (box) => box.agent_outdated, opens: 'upgrade' }],
    [{ key: 'refused', icon: <WarningSign />, when: ({ refused }) => refused.length > 0, opens: 'refused' }],
    [
      { key: 'token', icon: <Key />, ...toChange, opens: 'token' },
      {
        key: 'tunnel',
        icon: <Satellite />,
        operation: 'maintainFrp',
        does: ({ code }, { navigate }) => navigate(`/box/open?keyword=${encodeURIComponent(code)}`),
      },
    ],
    [
      {
        key: 'remove',
        ...toChange,
        reason: ({ online_phone_count: count }, { t }) =>
          count > 0 ? t('boxes.reason.hasPhones', { count }) : undefined,
        several: {},
        batch: {
          call: removeBoxes,
          loses: ({ row, count }, { t }) => [
            row ? t('boxes.loses', { name: row.name, n: row.phone_count }) : t('boxes.losesSeveral', { count }),
          ],
          confirm: 'boxes.confirmRemove',
        },
      },
    ],
  ],
  add: { icon: <Add />, operation: 'boxEdit', opens: 'new' },
  emptyIcon: <Database size={40} />,
  dialogs: {
    new: (_, { choices, open, list, close }) => (
      <NewBox choices={choices} onAdded={(token) => (open('enrolment', token), list.refresh())} onClose={close} />
    ),
    form: (box, { choices, saved, close }) => <EditBox box={box} choices={choices} onSaved={saved} onClose={close} />,
    token: (box, { open, list, close }) => (
      <ReplaceToken box={box} onReplaced={(token) => (open('enrolment', token), list.refresh())} onClose={close} />
    ),
    upgrade: (box, { close }) => <UpgradeAgent box={box} onClose={close} />,
    refused: (box, { list, close }) => <RefusedPhones box={box} boxes={list} onClose={close} />,
    timeline: ({ id, name }, { close }) => <TimelinePanel of={{ box_id: id }} name={name} onClose={close} />,
    enrolment: (token, { list, close }) => <Enrolment token={token} boxes={list} onClose={close} />,
  },
})
