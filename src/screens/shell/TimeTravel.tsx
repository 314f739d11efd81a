import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { keepRecording } from '../../inspector/kept-recording.ts'
import { pageRecording } from '../../inspector/page-recorder.ts'
import { beginRecording, endRecording, isRecorded } from '../../inspector/recording-wish.ts'
import { timeTravelMachine, type TimeTravel as Travel } from '../../machines/shell/time-travel.ts'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { InspectionContext, useScreenActor } from './use-screen-actor.ts'
import { Journey } from './Journey.tsx'
import styles from './TimeTravel.module.css'

const input = {
  record: () => pageRecording(),
  keep: (recording: ReturnType<typeof pageRecording>) => keepRecording(recording),
}

/** What the page's machines do now, or did before: recorded here, or in a file. */
export function TimeTravel({ children }: { children: ReactNode }) {
  // Whoever looks at a recording is no part of it.
  return (
    <InspectionContext value={undefined}>
      <Traveller>{children}</Traveller>
    </InspectionContext>
  )
}

function Traveller({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const travel = useScreenActor(timeTravelMachine, { key: 'travel', input })
  const isTravelling = useSelector(travel, (now) => now.matches('travelling'))
  const { isOver, handlers } = useFileDrop(([file]) => file && travel.send({ type: 'open', file }))
  return (
    <div className={styles.whole} {...handlers}>
      <TravelBar travel={travel} />
      {isTravelling ? <Journey travel={travel} /> : <div className={styles.now}>{children}</div>}
      {isOver && <div className={styles.drop}>{t('recordings.drop')}</div>}
    </div>
  )
}

/** Where one is, and how to get elsewhere. */
function TravelBar({ travel }: { travel: Travel }) {
  const { t } = useTranslation()
  const isTravelling = useSelector(travel, (now) => now.matches('travelling'))
  const isOpening = useSelector(travel, (now) => now.matches('importing'))
  const problem = useSelector(travel, (now) => (now.matches('failed') ? now.context.problem : undefined))
  const isFromFile = useSelector(travel, ({ context }) => context.isFromFile)
  const recorded = isRecorded()
  const modeNow = import.meta.env.DEV ? 'recordings.live' : recorded ? 'recordings.on' : 'recordings.off'
  const hint = isTravelling
    ? t(isFromFile ? 'recordings.fromFile' : 'recordings.travelling')
    : t(recorded ? (import.meta.env.DEV ? 'recordings.liveHint' : 'recordings.recorded') : 'recordings.notRecorded')
  return (
    <div className={styles.bar}>
      <span className={styles.mode} data-travelling={isTravelling}>
        {t(isTravelling ? 'recordings.lookBack' : modeNow)}
      </span>
      <p className={styles.hint} role={problem && 'alert'} data-wrong={problem !== undefined}>
        {problem === undefined
          ? isOpening
            ? t('recordings.opening')
            : hint
          : t(`recordings.problem.${problem.code}`, { version: '', field: '', ...problem })}
      </p>
      <div className={styles.tools}>
        {isTravelling && (
          <>
            <button type="button" onClick={() => travel.send({ type: 'save' })}>
              {t('recordings.save')}
            </button>
            <button type="button" onClick={() => travel.send({ type: 'return' })}>
              {t('recordings.back')}
            </button>
          </>
        )}
        {!isTravelling && recorded && (
          <button
            type="button"
            data-first
            title={t('recordings.lookBackHint')}
            onClick={() => travel.send({ type: 'travel' })}
          >
            {t('recordings.lookBack')}
          </button>
        )}
        {!isTravelling && !import.meta.env.DEV && (
          <button type="button" onClick={recorded ? endRecording : beginRecording}>
            {t(recorded ? 'recordings.end' : 'recordings.begin')}
          </button>
        )}
        <label>
          {t('recordings.open')}
          <input
            type="file"
            accept=".json,application/json"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) travel.send({ type: 'open', file })
              currentTarget.value = '' // The same file may be opened again.
            }}
          />
        </label>
      </div>
    </div>
  )
}
