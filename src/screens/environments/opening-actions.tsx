import { FloppyDisk, Hand, Play, Reset } from '@blueprintjs/icons'
import { maxItemsOfJob, type EnvironmentAction } from '../../../domain/jobs.ts'
import { closeEnvironments, openEnvironment, runEnvironments, type Environment } from '../../api/environments.ts'
import { deskOf } from '../../routes.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { listJobs } from '../jobs/list-jobs.tsx'
import type { ChosenOf, ListAction, Stage } from '../lists/list-definition.ts'
import type { OfEnvironments } from './environment-columns.ts'

type Chosen = ChosenOf<OfEnvironments>
type OnStage = Stage<OfEnvironments>

export const jobsOfEnvironments = listJobs<OfEnvironments>({
  title: 'environments.jobs',
  missing: 'environments.missing',
  operation: 'environmentRun',
  firstHint: 'outcomes.first.environments',
})

export const isOpen = ({ device_id }: Environment) => device_id !== null

const operate = (phone: number, { navigate, market }: OnStage) => navigate(deskOf(phone, market))

const tooMany = ({ count }: Chosen, { t }: OnStage) =>
  count > maxItemsOfJob ? t('environments.reason.tooMany', { n: maxItemsOfJob }) : undefined

/** Does it with several, as a job. */
const run =
  (action: EnvironmentAction) =>
  ({ target }: Chosen, stage: OnStage) =>
    stage.call(JSON.stringify([action, target]), async (signal) =>
      jobsOfEnvironments.begun(await runEnvironments(stage.market, action, target, signal), stage),
    )

/** Opens an environment on a free phone, and leads there. */
export function open({ id }: Pick<Environment, 'id'>, stage: OnStage): void {
  let phone: number | undefined
  stage.perform({
    title: stage.t('environments.whole.open'),
    target: { ids: [id] },
    call: openEnvironment(id, (opened) => (phone = opened)),
    after: () => phone !== undefined && operate(phone, stage),
  })
}

export const opening: ListAction<OfEnvironments> = {
  key: 'work',
  text: 'environments.action.open',
  icon: <Play />,
  when: (row) => !isOpen(row),
  does: open,
  several: { reason: tooMany, does: run('open') },
}

/** Leads to the phone that an environment is open on. */
export const operating: ListAction<OfEnvironments> = {
  key: 'operate',
  icon: <Hand />,
  when: isOpen,
  does: ({ device_id: phone }, stage) => phone !== null && operate(phone, stage),
}

export const closing: ListAction<OfEnvironments> = {
  key: 'close',
  icon: <FloppyDisk />,
  when: isOpen,
  batch: { call: closeEnvironments, title: 'environments.whole.close' },
  several: { reason: tooMany, does: run('close') },
}

/** Puts the newest records of several back. */
export const restoring: ListAction<OfEnvironments> = {
  key: 'restore',
  icon: <Reset />,
  several: {
    reason: tooMany,
    shows: (chosen, stage) => (
      <ConfirmDialog
        title={stage.t('environments.restoreOf', { count: chosen.count })}
        loses={[stage.t('environments.restoreLoses')]}
        confirm={stage.t('environments.action.restore')}
        count={chosen.count}
        onConfirm={() => {
          stage.close()
          run('restore')(chosen, stage)
        }}
        onCancel={stage.close}
      />
    ),
  },
}
