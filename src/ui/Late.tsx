import { useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Late.module.css'
import type { LateCode } from './late.ts'

interface LateProps<Code> {
  of: LateCode<Code>
  /** What stands there until the code has come. */
  meanwhile?: ReactNode
  /** Whether it opens above the screen: a failure stands there too, and what stands there meanwhile stays. */
  floats?: boolean
  children: (code: Code) => ReactNode
}

/** Draws with code that comes when it is first wanted. Where it does not come, it says so, and offers another try. */
export function Late<Code>({ of, meanwhile, floats = false, children }: LateProps<Code>) {
  const { t } = useTranslation()
  const now = useSyncExternalStore(of.want, of.progress)
  if (now.phase === 'there') return children(now.code)
  return (
    <>
      {(floats || now.phase !== 'failed') && meanwhile}
      {now.phase === 'failed' && (
        <div className={styles.failure} data-floats={floats} role="alert">
          <span>{t('table.notLoaded')}</span>
          <button type="button" onClick={() => void of.fetch()}>
            {t('table.retry')}
          </button>
        </div>
      )}
    </>
  )
}
