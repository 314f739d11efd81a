import { EyeOpen, Hand, MultiSelect, Pulse } from '@blueprintjs/icons'
import { lazy } from 'react'
import { mayControlPhones } from '../../../domain/roles.ts'
import { fewestTogether, maxChecked, maxWallPhones } from '../../api/devices.ts'
import { deskOf } from '../../routes.ts'
import type { ListAction, Stage } from '../lists/list-definition.ts'
import { phonesOf, type ChosenDevices } from './device-actions.tsx'
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
  does: ({ id }, { navigate }) => navigate(deskOf(id)),
}

/** Where phones are looked at. */
const wallOf = (ids: readonly number[]) => `/remote/observe?id=${ids.join(',')}`

/** Those that can be seen now, as far as it is known. */
const visibleOf = (chosen: ChosenDevices, { list, t }: OnStage) =>
  phonesOf(chosen).filter((id) => {
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
  does: ({ id }, { navigate }) => navigate(wallOf([id])),
  several: {
    text: 'devices.action.observeWall',
    reason: whyNoWall,
    does: (chosen, stage) => stage.navigate(wallOf(visibleOf(chosen, stage))),
  },
}

/** Several phones as one, from which the operator comes back to looking at them. */
export const operatingTogether: ListAction<OfDevices> = {
  key: 'operate',
  text: 'devices.together.begin',
  icon: <MultiSelect />,
  operation: 'deviceRun',
  several: {
    reason: (chosen, stage) =>
      whyNoWall(chosen, stage) ??
      (visibleOf(chosen, stage).length < fewestTogether ? stage.t('devices.together.few') : undefined),
    does: (chosen, stage) => stage.navigate(wallOf(visibleOf(chosen, stage)), { together: true }),
  },
}

/** Asks several phones who controls and who watches them. */
export const checking: ListAction<OfDevices> = {
  key: 'check',
  icon: <Pulse />,
  several: {
    reason(chosen, { t }) {
      const { length } = phonesOf(chosen)
      return length > maxChecked || length === 0 ? t('devices.reason.checkIsFull', { n: maxChecked }) : undefined
    },
    shows: (chosen, { list, close }) => <DeviceCheck ids={phonesOf(chosen)} phoneOf={list.rowOf} onClose={close} />,
  },
}
