import { Button, InputGroup } from '@blueprintjs/core'
import { Edit, Star, StarEmpty, Trash } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import { maxViewNameLength, type savedViewsMachine } from '../../machines/lists/saved-views.ts'
import { useCan } from '../../ui/use-can.ts'
import styles from './SavedViews.module.css'
import { ShareButton, TeamViewList, useTeamViews } from './TeamViewList.tsx'
import { ViewButton } from './ViewButton.tsx'

interface SavedViewListProps {
  /** The list they are of. */
  list: string
  saved: ActorRefFrom<typeof savedViewsMachine>
  /** The list as it stands, as its address writes it. */
  search: string
  onApply: (search: string) => void
}

/** The views by their names: goes to one, keeps the list as it stands as another, renames and deletes. */
export function SavedViewList({ list, saved, search, onApply }: SavedViewListProps) {
  const { t } = useTranslation()
  const { views, renamed } = useSelector(saved, ({ context }) => context)
  const team = useTeamViews(list, saved)
  const isNaming = useSelector(saved, (snapshot) => snapshot.matches('naming'))
  const mayKeep = useCan(saved, { type: 'SAVE' })
  const isRenaming = useSelector(saved, (snapshot) => snapshot.matches('renaming'))

  const nameInput = (value: string) => (
    <InputGroup
      autoFocus
      fill
      defaultValue={value}
      maxLength={maxViewNameLength}
      aria-label={t('table.views.name')}
      placeholder={t('table.views.name')}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') saved.send({ type: 'NAME', name: event.currentTarget.value, search })
        if (event.key !== 'Escape') return
        event.stopPropagation() // It leaves the name, not the list of views.
        saved.send({ type: 'CANCEL' })
      }}
    />
  )

  return (
    <div className={styles.views}>
      {views.length === 0 && !isNaming && <p className={styles.none}>{t('table.views.none')}</p>}
      <ul aria-label={t('table.views.title')}>
        {views.map(({ name, search: kept, opens }) => (
          <li key={name}>
            {isRenaming && name === renamed ? (
              nameInput(name)
            ) : (
              <>
                <ViewButton name={name} search={kept} now={search} onApply={onApply} />
                <Button
                  variant="minimal"
                  size="small"
                  icon={opens ? <Star /> : <StarEmpty />}
                  aria-pressed={opens}
                  aria-label={t('table.views.openWith', { name })}
                  title={t('table.views.openWith', { name })}
                  onClick={() => saved.send({ type: 'OPEN_WITH', name })}
                />
                <ShareButton team={team} view={{ name, search: kept }} />
                <Button
                  variant="minimal"
                  size="small"
                  icon={<Edit />}
                  aria-label={t('table.views.rename', { name })}
                  title={t('table.views.rename', { name })}
                  onClick={() => saved.send({ type: 'RENAME', name })}
                />
                <Button
                  variant="minimal"
                  size="small"
                  icon={<Trash />}
                  aria-label={t('table.views.delete', { name })}
                  title={t('table.views.delete', { name })}
                  onClick={() => saved.send({ type: 'DELETE', name })}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {isNaming ? (
        nameInput('')
      ) : (
        <Button
          variant="minimal"
          fill
          intent="primary"
          text={t('table.views.save')}
          disabled={!mayKeep}
          onClick={() => saved.send({ type: 'SAVE' })}
        />
      )}
      <TeamViewList team={team} own={views} search={search} onApply={onApply} />
    </div>
  )
}
