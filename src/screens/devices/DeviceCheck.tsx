import { Button, Dialog, DialogBody, DialogFooter, ProgressBar } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { askRemoteSession } from '../../api/remote.ts'
import { deviceCheckMachine, type CheckResult } from '../../machines/devices/device-check.ts'
import type { Device } from '../../api/devices.ts'
import { BatchResults } from '../lists/BatchResults.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { shownStatus } from './device-status.ts'

interface DeviceCheckProps {
  ids: readonly number[]
  /** The phone of an id, where it is loaded. */
  phoneOf: (id: number) => Device | undefined
  onClose: () => void
}

/** Asks every selected phone who controls and who watches it, and shows what each came to. */
export function DeviceCheck({ ids, phoneOf, onClose }: DeviceCheckProps) {
  const { t } = useTranslation()
  const check = useScreenActor(deviceCheckMachine, { input: { ids, ask: askRemoteSession } })
  const snapshot = useSelector(check, (now) => now)
  const { results } = snapshot.context
  const inOrder = useMemo(() => {
    const byId = new Map(results.map((result) => [result.id, result]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }, [ids, results])
  const counted = { done: results.length, all: ids.length }
  const details = useMemo(
    () => [
      {
        key: 'status',
        header: t('devices.field.status'),
        width: 80,
        text: ({ id }: CheckResult) => {
          const phone = phoneOf(id)
          return phone === undefined ? '' : shownStatus(t, phone.status).text
        },
      },
      {
        key: 'controller',
        header: t('devices.check.controller'),
        width: 130,
        text: (result: CheckResult) =>
          result.ok ? (result.session.controller?.user_name ?? t('devices.check.nobody')) : '',
      },
      {
        key: 'observers',
        header: t('devices.check.observers'),
        width: 90,
        text: (result: CheckResult) => (result.ok ? String(result.session.observers) : ''),
      },
    ],
    [t, phoneOf],
  )

  return (
    <Dialog isOpen title={t('devices.check.title')} style={{ width: 'min(760px, 96vw)' }} onClose={onClose}>
      <DialogBody>
        <BatchResults
          expected={ids.length}
          results={inOrder}
          nameOf={(id) => phoneOf(id)?.name ?? `#${id}`}
          details={details}
        />
      </DialogBody>
      <DialogFooter
        actions={
          snapshot.can({ type: 'STOP' }) ? (
            <Button text={t('devices.check.stop')} onClick={() => check.send({ type: 'STOP' })} />
          ) : (
            <Button intent="primary" text={t('devices.check.close')} onClick={onClose} />
          )
        }
      >
        <span role="status">
          {t(snapshot.matches('stopped') ? 'devices.check.stopped' : 'devices.check.progress', counted)}
        </span>
        {snapshot.matches('asking') && (
          <ProgressBar value={counted.done / counted.all} aria-label={t('devices.check.progress', counted)} />
        )}
      </DialogFooter>
    </Dialog>
  )
}
