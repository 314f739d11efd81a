import { Button } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { Samples } from '../../api/samples.ts'
import { sampleDataMachine } from '../../machines/dashboard/sample-data.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useNotify } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from './SampleData.module.css'

/** In the order in which they are told. */
const kinds = ['environments', 'groups', 'users', 'boxes', 'phones', 'scripts', 'tasks', 'notices'] as const

/** What a first start brought along to look at, and the way to be rid of it. */
export function SampleData({ onCleared }: { onCleared: () => void }) {
  const { t } = useTranslation()
  const notify = useNotify()
  const data = useScreenActor(sampleDataMachine, undefined, (snapshot) => {
    if (!snapshot.matches('cleared')) return
    notify({ kind: 'success', text: t('firstSteps.samples.cleared') })
    onCleared()
  })
  const { samples, failure } = useSelector(data, ({ context }) => context)
  const isAsked = useSelector(data, (now) => now.matches('asked'))
  const isBusy = useSelector(data, (now) => now.matches('counting') || now.matches('clearing'))
  return (
    <section className={styles.card} aria-labelledby="sample-data">
      <div>
        <h2 id="sample-data">{t('firstSteps.samples.title')}</h2>
        <p>{t('firstSteps.samples.hint')}</p>
        {failure !== '' && <p role="alert">{t('firstSteps.samples.failed', { message: failure })}</p>}
      </div>
      <Button
        variant="outlined"
        text={t('firstSteps.samples.clear')}
        loading={isBusy}
        onClick={() => data.send({ type: 'CLEAR' })}
      />
      {isAsked && samples && (
        <Question
          samples={samples}
          onConfirm={() => data.send({ type: 'CONFIRM' })}
          onCancel={() => data.send({ type: 'CANCEL' })}
        />
      )}
    </section>
  )
}

interface QuestionProps {
  samples: Samples
  onConfirm: () => void
  onCancel: () => void
}

/** Says what goes and what stays, before it does. */
function Question({ samples, onConfirm, onCancel }: QuestionProps) {
  const { t } = useTranslation()
  const going = kinds
    .filter((kind) => samples[kind] > 0)
    .map((kind) => t(`firstSteps.samples.goes.${kind}`, { n: samples[kind] }))
  return (
    <ConfirmDialog
      title={t('firstSteps.samples.clear')}
      loses={[
        going.length === 0
          ? t('firstSteps.samples.nothing')
          : t('firstSteps.samples.goes.all', { what: going.join(t('firstSteps.samples.goes.and')) }),
      ]}
      confirm={t('firstSteps.samples.clear')}
      count={1}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{t('firstSteps.samples.trash')}</p>
      <p>{t('firstSteps.samples.stays')}</p>
      {samples.stays > 0 && <p>{t('firstSteps.samples.needed', { n: samples.stays })}</p>}
    </ConfirmDialog>
  )
}
