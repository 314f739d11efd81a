import { Add, Database, Offline, Satellite } from '@blueprintjs/icons'
import { reasonText } from '../../../texts/reason.ts'
import { closeTunnels, fetchBoxes, type Box, type TunnelState } from '../../api/boxes.ts'
import type { Tone } from '../../ui/StatusTag.tsx'
import { defineList } from '../lists/define-list.tsx'
import type { Stage } from '../lists/list-definition.ts'
import { boxFilters, identityColumns, type OfBoxes } from './box-columns.ts'
import { TunnelDialog } from './TunnelDialog.tsx'
import { useBoxChoices } from './use-box-choices.ts'

const tones: Readonly<Record<TunnelState, Tone>> = {
  closed: 'off',
  waiting: 'idle',
  starting: 'busy',
  running: 'ok',
  failed: 'danger',
  missing: 'warn',
}

const states = ['closed', 'waiting', 'starting', 'running', 'failed', 'missing'] as const satisfies TunnelState[]

const isOpen = ({ frp }: Box) => frp?.enabled === true

const tunnelDialog = (box: Box, { saved, close }: Stage<OfBoxes<'boxes.frp'>>) => (
  <TunnelDialog box={box} onSaved={saved} onClose={close} />
)

/** Remote maintenance (SPEC §2, /box/open): a tunnel from a box through the operator's own frp server. */
export const OpenFrp = defineList<OfBoxes<'boxes.frp'>>({
  uses: () => ({ choices: useBoxChoices() }),
  texts: 'boxes.frp',
  name: 'tunnels',
  pages: () => fetchBoxes,
  firstSort: 'name',
  live: 'box',
  columns: ({ status, since, text, number, actions }, { t }) => [
    ...identityColumns(t),
    status('tunnel', 110, {
      of: ({ frp }) =>
        frp === null
          ? { tone: 'off', text: t('boxes.frp.none') }
          : { tone: tones[frp.state], text: t(`boxes.frp.states.${frp.state}`) },
      says: states.map((state) => t(`boxes.frp.states.${state}`)),
    }),
    since('since', 90, { of: ({ frp }) => frp?.since ?? null }),
    text('server', 136, { of: ({ frp }) => frp && `${frp.server_address}:${frp.server_port}`, mono: true }),
    number('remote_port', 76, { of: ({ frp }) => frp && frp.remote_port, mono: true }),
    number('local_port', 76, { of: ({ frp }) => frp && frp.local_port, mono: true }),
    text('reason', 120, { of: ({ frp }) => reasonText(t, frp?.reason ?? null) }),
    actions([['change'], ['open']], { of: (box) => [isOpen(box) ? 'change' : 'open'] }),
  ],
  filters: boxFilters,
  unit: 'boxes.unit',
  nameOf: ({ name }) => name,
  opens: (box) => (isOpen(box) ? 'change' : 'open'),
  actions: [
    [
      { key: 'open', icon: <Satellite />, when: (box) => !isOpen(box), shows: tunnelDialog },
      { key: 'change', icon: <Satellite />, when: isOpen, shows: tunnelDialog },
      {
        key: 'close',
        icon: <Offline />,
        danger: true,
        reason: (box, { t }) => (isOpen(box) ? undefined : t('boxes.frp.noneYet')),
        batch: {
          call: closeTunnels,
          loses: ({ count }, { t }) => [t('boxes.frp.loses', { count })],
          confirm: 'boxes.frp.confirmClose',
        },
      },
    ],
  ],
  empty: {
    icon: <Database size={40} />,
    next: [{ text: 'boxes.action.add', icon: <Add />, operation: 'boxAdd', to: () => '/box/' }],
  },
})
