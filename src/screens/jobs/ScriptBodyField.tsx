import { useRef } from 'react'
import { Field } from '../../ui/Field.tsx'
import type { FieldProps } from '../../ui/form/TextField.tsx'
import styles from './ScriptBodyField.module.css'

/** Lines that are in sight without scrolling. */
const shownLines = 14

/** A script, with its lines numbered. Tab indents; Escape and then Tab leave. */
export function ScriptBodyField({ field, label }: FieldProps<string>) {
  const gutter = useRef<HTMLPreElement>(null)
  const tabLeaves = useRef(false)
  const lines = field.value.split('\n').length
  return (
    <Field label={label} problem={field.problem} required={field.required}>
      {({ className: _drawnByHand, ...a11y }) => (
        <div className={styles.editor} data-invalid={field.problem !== undefined}>
          <pre ref={gutter} className={styles.gutter} aria-hidden>
            {Array.from({ length: lines }, (_, index) => `${index + 1}\n`)}
          </pre>
          <textarea
            {...a11y}
            className={styles.text}
            name={field.name}
            value={field.value}
            rows={shownLines}
            wrap="off"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            aria-required={field.required}
            placeholder={'#!/system/bin/sh\ngetprop ro.product.model'}
            onChange={(event) => field.change(event.target.value)}
            onScroll={(event) => {
              if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && !tabLeaves.current) event.stopPropagation()
              const leaves = tabLeaves.current
              tabLeaves.current = event.key === 'Escape'
              if (event.key !== 'Tab' || event.shiftKey || leaves) return
              event.preventDefault()
              const { selectionStart, selectionEnd, value } = event.currentTarget
              event.currentTarget.setRangeText('  ', selectionStart, selectionEnd, 'end')
              field.change(`${value.slice(0, selectionStart)}  ${value.slice(selectionEnd)}`)
            }}
          />
        </div>
      )}
    </Field>
  )
}
