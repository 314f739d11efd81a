import { useId, useState } from 'react'
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { eventOf, problemWith, writtenFields, type EventProblem } from '../charts/written-event.ts'
import type { LiveActor } from '../recording/live-actors.ts'
import type { SecretNames } from '../recording/secret-names.ts'
import styles from './LiveMachines.module.css'
import type { LiveWords } from './words.ts'

interface EventFormProps {
  machine: AnyStateMachine
  actor: LiveActor
  /** Of the event. */
  type: string
  secrets: SecretNames
  words: LiveWords
  onSent: () => void
}

/** What an event carries, written as JSON; it begins with what the last one of its type carried. */
export function EventForm({ machine, actor, type, secrets, words, onSent }: EventFormProps) {
  const id = useId()
  const [last] = useState(() => actor.events.find((event) => event.type === type)?.carried)
  const [text, setText] = useState(() => (last === undefined ? '{}' : writtenFields(last, secrets)))
  const [problem, setProblem] = useState<EventProblem>()

  const send = () => {
    const written = eventOf(type, text, last)
    if ('problem' in written) return setProblem(written.problem)
    const wrong = problemWith(machine, actor.ref.getSnapshot() as AnyMachineSnapshot, written.event) // It runs this machine.
    if (wrong !== undefined) return setProblem(wrong)
    actor.ref.send(written.event)
    onSent()
  }
  return (
    <form
      className={styles.written}
      aria-label={type}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label htmlFor={id}>{words.fields(type)}</label>
      <textarea
        id={id}
        rows={Math.min(12, Math.max(3, text.split('\n').length))}
        spellCheck={false}
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          setText(target.value)
          setProblem(undefined)
        }}
      />
      <p id={`${id}-hint`}>{last === undefined ? words.noLast : words.fromLast}</p>
      {problem !== undefined && <p role="alert">{words.eventProblem(problem)}</p>}
      <button type="submit">{words.send}</button>
    </form>
  )
}
