import styles from './Splash.module.css'

/** Holds the page's place for the moment until there is a screen: a calm surface, no spinner. */
export function Splash() {
  return <div className={styles.splash} aria-busy="true" />
}
