import type { ReactNode } from 'react'
import styles from './GhostButton.module.css'

/** A quiet button of an icon or a word or two. Drawn by hand, because the login page has it before Blueprint is there. */
export function GhostButton(props: {
  /** What it does, for those who don't see the icon. */
  label: string
  onClick: () => void
  children: ReactNode
  className?: string
  expanded?: boolean
  controls?: string
  disabled?: boolean
}) {
  return (
    <button
      type="button"
      className={props.className === undefined ? styles.ghost : `${styles.ghost} ${props.className}`}
      aria-label={props.label}
      title={props.label}
      aria-expanded={props.expanded}
      aria-controls={props.controls}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  )
}
