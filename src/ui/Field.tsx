import { useId, type ReactNode } from 'react'
import styles from './Field.module.css'

/** What an input takes over from its field, so that label and problem belong to it. */
export interface FieldInput {
  id: string
  className: string | undefined
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/** A labelled input, and under it what is wrong with it. Room for one line is kept, so that nothing jumps. */
export function Field(props: {
  label: string
  problem: string | undefined
  children: (input: FieldInput) => ReactNode
}) {
  const id = useId()
  const problemId = `${id}-problem`
  const wrong = props.problem !== undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{props.label}</label>
      <div className={styles.input}>
        {props.children({
          id,
          className: styles.box,
          'aria-invalid': wrong,
          'aria-describedby': wrong ? problemId : undefined,
        })}
      </div>
      <p id={problemId} className={styles.problem}>
        {props.problem}
      </p>
    </div>
  )
}
