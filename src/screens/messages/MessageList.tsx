import { ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { firstPageSize, pageSizes } from '../../machines/messages/site-messages.ts'
import { GhostButton } from '../../ui/GhostButton.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { useConsole } from '../session/session-context.tsx'
import styles from './MessageBell.module.css'

/** A page of site messages; those that are unread have a red dot. A click opens one in the dialog. */
export function MessageList({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  const messages = useSelector(useConsole(), (console) => console.children.siteMessages)
  const page = useSelector(messages, (now) => now?.context.page)
  const failure = useSelector(messages, (now) => (now?.matches({ list: 'failed' }) ? now.context.listFailure : ''))
  const loading = useSelector(messages, (now) => now?.matches({ list: 'loading' }) === true)

  return (
    <>
      {failure !== '' && (
        <p className={styles.failure} role="alert">
          {t('messages.listFailed', { message: failure })}
          <button type="button" onClick={() => messages?.send({ type: 'refresh' })}>
            {t('messages.retry')}
          </button>
        </p>
      )}
      {page?.total === 0 ? (
        <p className={styles.empty}>
          <b>{t('messages.none')}</b> {t('messages.noneHint')}
        </p>
      ) : (
        <ul className={styles.list} aria-label={t('messages.title')} aria-busy={loading}>
          {page === undefined && [1, 2, 3].map((place) => <li key={place} className={styles.skeleton} />)}
          {page?.items.map(({ id, msg_text, created_at, confirm }) => (
            <li key={id}>
              <button
                type="button"
                className={styles.message}
                data-unread={!confirm}
                onClick={() => {
                  messages?.send({ type: 'open', id })
                  onOpen()
                }}
              >
                {!confirm && <span className={styles.dot} />}
                {!confirm && <span className={styles.hidden}>{t('messages.unread')}: </span>}
                <span className={styles.text}>{msg_text}</span>
                <span className={styles.time}>
                  <TimeAgo at={created_at} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {page !== undefined && page.total > 0 && <Pagination total={page.total} />}
    </>
  )
}

/** Where in the list we are, how to turn the page, and how long a page is (SPEC §9). */
function Pagination({ total }: { total: number }) {
  const { t } = useTranslation()
  const messages = useSelector(useConsole(), (console) => console.children.siteMessages)
  const skip = useSelector(messages, (now) => now?.context.skip ?? 0)
  const limit = useSelector(messages, (now) => now?.context.limit ?? firstPageSize)
  const turnTo = (to: number, size = limit) => messages?.send({ type: 'turn to', skip: Math.max(0, to), limit: size })
  const isLast = skip + limit >= total
  return (
    <div className={styles.pages}>
      <span className={styles.range}>
        {t('messages.range', { from: Math.min(skip + 1, total), to: Math.min(skip + limit, total), total })}
      </span>
      <label>
        {t('messages.perPage')}{' '}
        <select value={limit} onChange={({ target }) => turnTo(0, Number(target.value))}>
          {[firstPageSize, ...pageSizes].map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <GhostButton label={t('messages.previous')} disabled={skip === 0} onClick={() => turnTo(skip - limit)}>
        <ChevronLeft />
      </GhostButton>
      <GhostButton label={t('messages.next')} disabled={isLast} onClick={() => turnTo(skip + limit)}>
        <ChevronRight />
      </GhostButton>
    </div>
  )
}
