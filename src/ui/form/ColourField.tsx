import { useId } from 'react'
import { Field } from '../Field.tsx'
import styles from './ColourField.module.css'
import type { FieldProps } from './TextField.tsx'

interface ColourFieldProps extends FieldProps<string> {
  /** Colours at hand, as `#rrggbb`; any other can be mixed. */
  colours: readonly string[]
}

/** A colour, as `#rrggbb`. */
export function ColourField({ field, label, hint, colours }: ColourFieldProps) {
  const group = useId()
  return (
    <Field label={label} problem={field.problem} required={field.required} hint={hint}>
      {({ className: _drawnByHand, ...a11y }) => (
        <div className={styles.colours} role="radiogroup" aria-label={label}>
          {colours.map((colour) => (
            <input
              key={colour}
              type="radio"
              name={group}
              className={styles.swatch}
              style={{ backgroundColor: colour }}
              aria-label={colour}
              title={colour}
              checked={field.value === colour}
              onChange={() => field.change(colour)}
            />
          ))}
          <input
            {...a11y}
            type="color"
            name={field.name}
            className={styles.mixed}
            value={field.value === '' ? '#888888' : field.value}
            onChange={(event) => field.change(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
