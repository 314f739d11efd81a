import { Button } from '@blueprintjs/core'
import { Bookmark } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { browserStorage, savedViewsMachine } from '../../machines/lists/saved-views.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { late } from '../../ui/late.ts'
import { Late } from '../../ui/Late.tsx'
import { LatePopover } from '../../ui/LatePopover.tsx'
import styles from './SavedViews.module.css'

const savedViewList = late(() => import('./SavedViewList.tsx'))

interface SavedViewsProps {
  /** The list they are of. */
  list: string
  /** The list as it stands, as its address writes it. */
  search: string
  onApply: (search: string) => void
}

/** Sort and filters under names: kept for this user and list, in this browser, and shared with the team where the user wants that. */
export const SavedViews = memo(function SavedViews({ list, search, onApply }: SavedViewsProps) {
  const { t } = useTranslation()
  const { id } = useCurrentUser()
  const saved = useScreenActor(savedViewsMachine, {
    key: [id, list],
    input: { storage: browserStorage(id, list), search, apply: onApply },
  })
  const current = useSelector(saved, ({ context }) => context.views.find((view) => view.search === search))

  return (
    <LatePopover
      placement="bottom-end"
      content={
        <Late of={savedViewList} meanwhile={<div className={styles.views} />}>
          {({ SavedViewList }) => <SavedViewList list={list} saved={saved} search={search} onApply={onApply} />}
        </Late>
      }
    >
      <Button variant="outlined" icon={<Bookmark />} aria-label={t('table.views.title')} title={t('table.views.title')}>
        {current && <span className={styles.current}>{current.name}</span>}
      </Button>
    </LatePopover>
  )
})
