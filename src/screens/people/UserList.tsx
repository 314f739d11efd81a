import { BanCircle, Calendar, Duplicate, Edit, Key, Layers, NewPerson, People, Tick, Trash } from '@blueprintjs/icons'
import { useMemo, useState, type JSX } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Classes } from '@blueprintjs/core'
import { rolesBelow } from '../../../domain/roles.ts'
import { mayCall } from '../../permissions.ts'
import type { BatchTarget } from '../../api/list-calls.ts'
import { deleteUsers, fetchUsers, renewUsers, switchUsers, type User, type UserQuery } from '../../api/people.ts'
import { ResourceScreen, type SelectionAction } from '../lists/ResourceScreen.tsx'
import { useCopy } from '../lists/use-copy.ts'
import { useResource } from '../lists/use-resource.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { EditUser } from './EditUser.tsx'
import { RenewUsers } from './RenewUsers.tsx'
import { ResetPassword } from './ResetPassword.tsx'
import { userColumns } from './user-columns.ts'
import { userFilters } from './user-filters.ts'
import { UserTree } from './UserTree.tsx'
import styles from './UserTree.module.css'

/** What is being asked about one user, or about the services of many. */
type Asking =
  | { what: 'everything' | 'modules' | 'password'; user: User }
  | { what: 'renewal'; target: BatchTarget<UserQuery> }

/** The people below the operator (SPEC §2, /user/list): a list of all, or level by level down the tree. */
export function UserList() {
  const { t } = useTranslation()
  const copy = useCopy()
  const { role } = useCurrentUser()
  const people = useResource<User, UserQuery>({
    name: 'users',
    columns: useMemo(() => userColumns(t, role), [t, role]),
    filters: useMemo(() => userFilters(t), [t]),
    firstSort: '-created_at',
    fetchPage: fetchUsers,
    live: 'user',
  })
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  const { parent_id: above } = people.query

  const act = {
    enable: (target: BatchTarget<UserQuery>) =>
      people.perform({ title: t('users.action.enable'), target, call: switchUsers(true) }),
    disable: (target: BatchTarget<UserQuery>) =>
      people.perform({
        title: t('users.action.disable'),
        target,
        call: switchUsers(false),
        loses: {
          what: [t('users.loses.sessions'), t('users.loses.phones'), t('users.loses.team')],
          confirm: t('users.action.disable'),
        },
      }),
    remove: (target: BatchTarget<UserQuery>) =>
      people.perform({
        title: t('users.action.delete'),
        target,
        call: deleteUsers,
        loses: { what: [t('users.loses.account'), t('users.loses.sessions')], confirm: t('users.action.delete') },
      }),
  }
  const mayManage = (user: User) => rolesBelow(role).includes(user.role)
  const whyNot = (user: User) => (mayManage(user) ? undefined : t('users.reason.notBelow'))

  const rowActions = (user: User) => {
    const reason = whyNot(user)
    const target = { ids: [user.id] }
    const one = (key: string, text: string, icon: JSX.Element, onPick: () => void) => ({
      key,
      text,
      icon,
      reason,
      onPick,
    })
    return [
      [
        one('edit', t('users.action.edit'), <Edit />, () => setAsking({ what: 'everything', user })),
        one('modules', t('users.action.modules'), <Layers />, () => setAsking({ what: 'modules', user })),
        one('renew', t('users.action.renew'), <Calendar />, () => setAsking({ what: 'renewal', target })),
        ...(mayCall(role, 'userPwdReset')
          ? [one('password', t('users.action.password'), <Key />, () => setAsking({ what: 'password', user }))]
          : []),
      ],
      [
        {
          key: 'below',
          text: t('users.action.below'),
          icon: <People />,
          reason: user.subordinate_count === 0 ? t('users.reason.nobodyBelow') : undefined,
          onPick: () => people.change({ parent_id: user.id }),
        },
        { key: 'copy', text: t('users.action.copyId'), icon: <Duplicate />, onPick: () => void copy(String(user.id)) },
      ],
      [
        user.enabled
          ? one('disable', t('users.action.disable'), <BanCircle />, () => act.disable(target))
          : one('enable', t('users.action.enable'), <Tick />, () => act.enable(target)),
        { ...one('delete', t('users.action.delete'), <Trash />, () => act.remove(target)), intent: 'danger' as const },
      ],
    ]
  }

  const selectionActions = (): SelectionAction<UserQuery>[] => [
    {
      key: 'renew',
      text: t('users.action.renew'),
      icon: <Calendar />,
      onPick: (target) => setAsking({ what: 'renewal', target }),
    },
    { key: 'enable', text: t('users.action.enable'), icon: <Tick />, onPick: act.enable },
    { key: 'disable', text: t('users.action.disable'), icon: <BanCircle />, onPick: act.disable },
    { key: 'delete', text: t('users.action.delete'), icon: <Trash />, intent: 'danger', onPick: act.remove },
  ]

  return (
    <div className={styles.screen}>
      {above !== undefined && <UserTree id={above} onGo={(id) => people.change({ parent_id: id })} />}
      <ResourceScreen
        resource={people}
        title={t('routes.userList')}
        unit={t('users.unit')}
        nameOf={({ user_name }) => user_name}
        onOpen={(user) => mayManage(user) && setAsking({ what: 'everything', user })}
        onAction={(action, user) => action === 'below' && people.change({ parent_id: user.id })}
        rowActions={rowActions}
        takesMatching
        selectionActions={selectionActions}
        exportCall="/api/restful/v2/user/export"
        tools={
          mayCall(role, 'userAdd') && (
            <Link to="/user/add" className={`${Classes.BUTTON} ${Classes.INTENT_PRIMARY}`}>
              <NewPerson />
              <span>{t('users.action.add')}</span>
            </Link>
          )
        }
        empty={{ icon: <People size={40} />, title: t('users.empty'), hint: t('users.emptyHint') }}
      >
        {asking?.what === 'renewal' && (
          <RenewUsers
            count={'ids' in asking.target ? asking.target.ids.length : people.count}
            onClose={close}
            onChosen={(days) => {
              close()
              const title = t('users.form.renewBy', { n: days })
              people.perform({ title, target: asking.target, call: renewUsers(days) })
            }}
          />
        )}
        {(asking?.what === 'everything' || asking?.what === 'modules') && (
          <EditUser
            user={asking.user}
            of={asking.what}
            onClose={close}
            onSaved={() => {
              close()
              people.refresh()
            }}
          />
        )}
        {asking?.what === 'password' && <ResetPassword user={asking.user} onClose={close} />}
      </ResourceScreen>
    </div>
  )
}
