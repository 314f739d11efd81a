import { useEffect, useRef } from 'react'
import styles from './TerminalView.module.css'

interface TerminalViewProps {
  /** What the terminal is called for those who don't see it. */
  label: string
  /** Draws it. */
  screen: { showOn(element: HTMLElement | null, label: string): void }
}

/** A terminal that fills the area it is given. */
export function TerminalView({ label, screen }: TerminalViewProps) {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    screen.showOn(area.current, label)
    return () => screen.showOn(null, label)
  }, [screen, label])
  return <div ref={area} className={styles.terminal} />
}
