import { Callout } from '@blueprintjs/core'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { FormBinding } from './form-binding.ts'
import styles from './Form.module.css'

interface FormBodyProps {
  form: FormBinding
  /** By which a button elsewhere submits it. */
  id: string
  children: ReactNode
}

/** The fields of a form. Enter submits; when it is refused, the first wrong field takes the focus. */
export function FormBody({ form, id, children }: FormBodyProps) {
  const element = useRef<HTMLFormElement>(null)
  const { refusals } = form
  useLayoutEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  return (
    <form
      id={id}
      ref={element}
      className={styles.fields}
      noValidate
      aria-busy={form.busy}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {form.failure !== '' && (
        <Callout compact intent="danger" role="alert" className={styles.failure}>
          {form.failure}
        </Callout>
      )}
      {children}
    </form>
  )
}
