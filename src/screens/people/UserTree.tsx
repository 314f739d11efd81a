import { Button } from '@blueprintjs/core'
import { ChevronRight, DiagramTree } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { wayDown, type Ancestor } from '../../api/people.ts'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from './UserTree.module.css'

interface UserTreeProps {
  /** Whose people are shown. */
  id: number
  /** Goes to the people of somebody above, or, without one, to everybody. */
  onGo: (id: number | undefined) => void
}

/** Where in the tree of people the operator is: everybody, then those on the way down. */
export function UserTree({ id, onGo }: UserTreeProps) {
  const { t } = useTranslation()
  const actor = useScreenActor(oneAnswerMachine<readonly Ancestor[]>, {
    key: id,
    input: { ask: (signal) => wayDown(id, signal) },
  })
  const way = useSelector(actor, ({ context }) => context.answer) ?? []
  return (
    <nav className={styles.way} aria-label={t('people.tree')}>
      <Button
        size="small"
        variant="minimal"
        icon={<DiagramTree />}
        text={t('people.everybody')}
        onClick={() => onGo(undefined)}
      />
      {way.map((user, index) => (
        <span key={user.id} className={styles.step}>
          <ChevronRight size={12} />
          {index === way.length - 1 ? (
            <strong aria-current="location">{t('people.peopleOf', { name: user.user_name })}</strong>
          ) : (
            <Button size="small" variant="minimal" text={user.user_name} onClick={() => onGo(user.id)} />
          )}
        </span>
      ))}
    </nav>
  )
}
