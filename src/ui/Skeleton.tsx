import styles from './Skeleton.module.css'

/** Where something will stand, in its size. */
export function Skeleton({ width = '100%', height }: { width?: number | string; height: number }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}
