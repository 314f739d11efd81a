import { useState, type ReactNode } from 'react'
import { createActor } from 'xstate'
import { timeTravelMachine, type TimeTravel as Travel, type TimeTravelInput } from '../machines/time-travel.ts'
import type { Drawings } from './drawings.ts'
import { Journey } from './Journey.tsx'
import styles from './TimeTravel.module.css'
import tokens from './Tokens.module.css'
import { useFileDrop } from './use-file-drop.ts'
import { useScheme, type Scheme } from './use-scheme.ts'
import { useTravel } from './use-travel.ts'
import { TravelWordsContext, useTravelWords, type TravelWords } from './words.ts'

/** What is said while one does not look back. */
interface Now {
  mode: string
  hint: string
}

interface TimeTravelProps extends TimeTravelInput {
  /** Whether there is something to look back at. */
  isRecorded: boolean
  now: Now
  drawings: Drawings
  words: TravelWords
  /** What the system prefers where it is left out. */
  scheme?: Scheme | undefined
  /** What else can be done while one does not look back. */
  tools?: ReactNode
  /** What is going on now. */
  children: ReactNode
}

/** What a page's machines do now, or did before: recorded here, or in a file. */
export function TimeTravel({ record, keep, words, drawings, scheme, children, ...bar }: TimeTravelProps) {
  // Whoever looks at a recording is no part of it: nobody inspects this actor.
  const [travel] = useState(() => createActor(timeTravelMachine, { input: { record, keep } }).start())
  const isTravelling = useTravel(travel, (now) => now.matches('travelling'))
  const { isOver, handlers } = useFileDrop((file) => travel.send({ type: 'open', file }))
  return (
    <TravelWordsContext.Provider value={words}>
      <section className={tokens.tokens} data-scheme={useScheme(scheme)} aria-label={words.title}>
        <div className={styles.whole} {...handlers}>
          <TravelBar travel={travel} {...bar} />
          {isTravelling ? (
            <Journey travel={travel} drawings={drawings} />
          ) : (
            <div className={styles.now}>{children}</div>
          )}
          {isOver && <div className={styles.drop}>{words.drop}</div>}
        </div>
      </section>
    </TravelWordsContext.Provider>
  )
}

interface TravelBarProps extends Pick<TimeTravelProps, 'isRecorded' | 'now' | 'tools'> {
  travel: Travel
}

/** Where one is, and how to get elsewhere. */
function TravelBar({ travel, isRecorded, now, tools }: TravelBarProps) {
  const words = useTravelWords()
  const isTravelling = useTravel(travel, (now) => now.matches('travelling'))
  const isOpening = useTravel(travel, (now) => now.matches('importing'))
  const problem = useTravel(travel, (now) => (now.matches('failed') ? now.context.problem : undefined))
  const isFromFile = useTravel(travel, ({ context }) => context.isFromFile)
  const hint = isTravelling ? (isFromFile ? words.fromFile : words.travelling) : now.hint
  return (
    <div className={styles.bar}>
      <span className={styles.mode} data-travelling={isTravelling}>
        {isTravelling ? words.lookBack : now.mode}
      </span>
      <p className={styles.hint} role={problem && 'alert'} data-wrong={problem !== undefined}>
        {problem === undefined ? (isOpening ? words.opening : hint) : words.problem(problem)}
      </p>
      <div className={styles.tools}>
        {isTravelling && (
          <>
            <button type="button" onClick={() => travel.send({ type: 'save' })}>
              {words.save}
            </button>
            <button type="button" onClick={() => travel.send({ type: 'return' })}>
              {words.back}
            </button>
          </>
        )}
        {!isTravelling && isRecorded && (
          <button type="button" data-first title={words.lookBackHint} onClick={() => travel.send({ type: 'travel' })}>
            {words.lookBack}
          </button>
        )}
        {!isTravelling && tools}
        <label>
          {words.open}
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
