import { Add, Database, Duplicate, MobilePhone, Satellite } from '@blueprintjs/icons'
import { mayCall } from '../../permissions.ts'
import { fetchBoxes, removeBoxes } from '../../api/boxes.ts'
import { regionOf, regionTexts } from '../devices/region-text.ts'
import { timelineOf } from '../events/timeline-action.tsx'
import { defineList } from '../lists/define-list.tsx'
import { boxFilters, identityColumns, measures, meter, toChange, type Boxes } from './box-columns.ts'
import { EditBox } from './EditBox.tsx'
import { enrol } from './Enrolment.tsx'
import { NewBox } from './NewBox.tsx'
import { showingRefused } from './RefusedPhones.tsx'
import { replacingToken } from './ReplaceToken.tsx'
import { upgrading } from './UpgradeAgent.tsx'
import { useBoxChoices } from './use-box-choices.ts'

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
    ...measures.map((measure) => share(measure, 66, { of: (box) => meter(box, measure) })),
    text('region', 98, {
      of: ({ region }) => regionOf(t, choices.regions, region),
      says: regionTexts(t, choices.regions),
      sortable: true,
    }),
    status('agent', 90, {
      says: [t('boxes.upgrade.mark', { version: '0.1.0' })],
      of: ({ agent_version: version, agent_outdated }) => {
        if (version === null) return { tone: 'off', text: '—' }
        return agent_outdated
          ? { tone: 'warn', text: t('boxes.upgrade.mark', { version }) }
          : { tone: 'ok', text: version }
      },
    }),
    text('owner', 72),
    text('address', 140, { hidden: true }),
    number('slots', 64, { hidden: true }),
    text('phone_owner', 110, { header: 'boxes.field.phoneOwner', hidden: true }),
    moment('created_at', 150, { hidden: true, sortable: true }),
    text('note', 160, { hidden: true }),
    actions([['devices']]),
  ],
  filters: boxFilters,
  nameOf: ({ name }) => name,
  opens: (_, { role }) => (mayCall(role, 'boxEdit') ? 'edit' : 'devices'),
  actions: [
    [
      {
        key: 'edit',
        ...toChange,
        shows: (box, { choices, saved, close }) => (
          <EditBox box={box} choices={choices} onSaved={saved} onClose={close} />
        ),
      },
      { key: 'devices', icon: <MobilePhone />, does: ({ id }, { navigate }) => navigate(`/device/list?box_id=${id}`) },
      timelineOf('box_id'),
      { key: 'copyCode', icon: <Duplicate />, does: ({ code }, { copy }) => copy(code) },
    ],
    [upgrading],
    [showingRefused],
    [
      replacingToken,
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
        several: true,
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
  add: {
    icon: <Add />,
    operation: 'boxEdit',
    shows: (stage) => <NewBox choices={stage.choices} onAdded={enrol(stage)} onClose={stage.close} />,
  },
  empty: { icon: <Database size={40} />, next: [] },
})
