import { useId, type ReactNode } from 'react'
import styles from './Field.module.css'

/** What an input takes over from its field, so that label and problem belong to it. */
interface FieldInput {
  id: string
  className: string | undefined
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/** A labelled input, and under it what is wrong with it. Room for one line is kept, so that nothing jumps. */
export function Field(props: {
  label: string
  problem: string | undefined
  /** Whether it is marked as one that has to be filled in. */
  required?: boolean
  /** What helps to fill it in; gives way to a problem. */
  hint?: ReactNode
  children: (input: FieldInput) => ReactNode
}) {
  const id = useId()
  const problemId = `${id}-problem`
  const wrong = props.problem !== undefined
  const isExplained = wrong || props.hint !== undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {props.label}
        {props.required === true && <span className={styles.required} aria-hidden />}
      </label>
      <div className={styles.input}>
        {props.children({
          id,
          className: styles.box,
          'aria-invalid': wrong,
          'aria-describedby': isExplained ? problemId : undefined,
        })}
      </div>
      <p id={problemId} className={wrong ? styles.problem : styles.hint}>
        {props.problem ?? props.hint}
      </p>
    </div>
  )
}
