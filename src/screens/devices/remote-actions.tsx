import { EyeOpen, Hand, Pulse } from '@blueprintjs/icons'
import { lazy } from 'react'
import { mayControlPhones } from '../../../domain/roles.ts'
import { maxChecked, maxWallPhones } from '../../api/devices.ts'
import type { ListAction, Stage } from '../lists/list-definition.ts'
import type { ChosenDevices } from './device-actions.tsx'
import type { OfDevices } from './device-columns.ts'
import { whyNoScreen, whyNot } from './device-status.ts'

// It draws with @blueprintjs/table, which the list itself does without.
const DeviceCheck = lazy(async () => ({ default: (await import('./DeviceCheck.tsx')).DeviceCheck }))

type OnStage = Stage<OfDevices>

export const controlling: ListAction<OfDevices> = {
  key: 'control',
  icon: <Hand />,
  reason: (device, { t, role }) =>
    mayControlPhones(role) ? whyNot(t, device, 'taken') : t('devices.reason.mayNotControl'),
  does: ({ id }, { navigate }) => navigate(`/device1/remotely?id=${id}`),
}

const observe = (ids: readonly number[], { navigate }: OnStage) => navigate(`/remote/observe?id=${ids.join(',')}`)

const idsOf = ({ target }: ChosenDevices) => ('ids' in target ? target.ids : [])

/** Those that can be seen now, as far as it is known. */
const visibleOf = (chosen: ChosenDevices, { list, t }: OnStage) =>
  idsOf(chosen).filter((id) => {
    const phone = list.rowOf(id)
    return phone === undefined || whyNoScreen(t, phone) === undefined
  })

function whyNoWall(chosen: ChosenDevices, stage: OnStage): string | undefined {
  const { length } = visibleOf(chosen, stage)
  if (length === 0) return stage.t('devices.reason.noneLive')
  return length > maxWallPhones ? stage.t('devices.reason.wallIsFull', { n: maxWallPhones }) : undefined
}

export const observing: ListAction<OfDevices> = {
  key: 'observe',
  icon: <EyeOpen />,
  reason: (device, { t }) => whyNoScreen(t, device),
  does: ({ id }, stage) => observe([id], stage),
  several: {
    text: 'devices.action.observeWall',
    reason: whyNoWall,
    does: (chosen, stage) => observe(visibleOf(chosen, stage), stage),
  },
}

/** Asks several phones who controls and who watches them. */
export const checking: ListAction<OfDevices> = {
  key: 'check',
  icon: <Pulse />,
  several: {
    reason(chosen, { t }) {
      const { length } = idsOf(chosen)
      return length > maxChecked || length === 0 ? t('devices.reason.checkIsFull', { n: maxChecked }) : undefined
    },
    shows: (chosen, { list, close }) => <DeviceCheck ids={idsOf(chosen)} phoneOf={list.rowOf} onClose={close} />,
  },
}
