import styles from './StatusTag.module.css'

/** What a state's colour says: at work, at rest, on its way, wants a look, broken, not there. */
export type Tone = 'ok' | 'idle' | 'busy' | 'warn' | 'danger' | 'off'

/** A state, by colour and by word. */
export function StatusTag({ tone, text }: { tone: Tone; text: string }) {
  return (
    <span className={styles.tag}>
      <span className={styles.dot} data-tone={tone} />
      {text}
    </span>
  )
}
