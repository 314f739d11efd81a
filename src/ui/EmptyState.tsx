import { NonIdealState, type NonIdealStateProps } from '@blueprintjs/core'
import styles from './EmptyState.module.css'

/** What stands where there is nothing to show. Its heading comes right below the screen's; Blueprint's is of rank four. */
export function EmptyState({ title, description, action, ...rest }: Omit<NonIdealStateProps, 'children' | 'layout'>) {
  return (
    <NonIdealState
      {...rest}
      {...(action && { action: <div className={styles.actions}>{action}</div> })}
      description={
        <>
          <h2 className={styles.title}>{title}</h2>
          {description}
        </>
      }
    />
  )
}
