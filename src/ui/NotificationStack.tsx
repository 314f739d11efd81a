import styles from './NotificationStack.module.css'

interface StackedNotice {
  id: number
  kind: 'error' | 'warning' | 'success' | 'info'
  text: string
  action?: { text: string; run: () => void }
}

/** Drawn by hand rather than by Blueprint, because the login page shows notices before Blueprint is fetched. */
const marks: Record<StackedNotice['kind'], string> = {
  error: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm-.9 3h1.8v5H7.1V4Zm0 6.3h1.8V12H7.1v-1.7Z',
  warning:
    'M8.9 1.7a1 1 0 0 0-1.8 0L.6 13.5c-.4.7.1 1.5.9 1.5h13c.8 0 1.3-.8.9-1.5L8.9 1.7ZM7.1 6h1.8v4H7.1V6Zm0 5.2h1.8v1.6H7.1v-1.6Z',
  success: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.9 5.3-4.6 4.9a.9.9 0 0 1-1.3 0L4 9.1l1.3-1.2 1.4 1.4 3.9-4.2 1.3 1.2Z',
  info: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm-.9 2.9h1.8v1.7H7.1V3.9Zm0 3.1h1.8v5H7.1V7Z',
}

/** Notices in the corner of the page, newest last; errors interrupt a screen reader, the others wait their turn. */
export function NotificationStack(props: {
  label: string
  dismissLabel: string
  notices: readonly StackedNotice[]
  onDismiss: (id: number) => void
}) {
  return (
    <section className={styles.stack} aria-label={props.label}>
      {props.notices.map(({ id, kind, text, action }) => (
        <div key={id} className={styles.notice} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
          <svg className={styles.mark} viewBox="0 0 16 16" aria-hidden="true">
            <path d={marks[kind]} />
          </svg>
          <span className={styles.text}>{text}</span>
          {action !== undefined && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                props.onDismiss(id)
                action.run()
              }}
            >
              {action.text}
            </button>
          )}
          <button
            type="button"
            className={styles.dismiss}
            aria-label={props.dismissLabel}
            onClick={() => props.onDismiss(id)}
          >
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="m4 4 8 8m0-8-8 8" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
            </svg>
          </button>
        </div>
      ))}
    </section>
  )
}
