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
      people.perform({ title: t('people.action.enable'), target, call: switchUsers(true) }),
    disable: (target: BatchTarget<UserQuery>) =>
      people.perform({
        title: t('people.action.disable'),
        target,
        call: switchUsers(false),
        loses: {
          what: [t('people.loses.sessions'), t('people.loses.phones'), t('people.loses.team')],
          confirm: t('people.action.disable'),
        },
      }),
    remove: (target: BatchTarget<UserQuery>) =>
      people.perform({
        title: t('people.action.delete'),
        target,
        call: deleteUsers,
        loses: { what: [t('people.loses.account'), t('people.loses.sessions')], confirm: t('people.action.delete') },
      }),
  }
  const mayManage = (user: User) => rolesBelow(role).includes(user.role)
  const whyNot = (user: User) => (mayManage(user) ? undefined : t('people.reason.notBelow'))

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
        one('edit', t('people.action.edit'), <Edit />, () => setAsking({ what: 'everything', user })),
        one('modules', t('people.action.modules'), <Layers />, () => setAsking({ what: 'modules', user })),
        one('renew', t('people.action.renew'), <Calendar />, () => setAsking({ what: 'renewal', target })),
        ...(mayCall(role, 'userPwdReset')
          ? [one('password', t('people.action.password'), <Key />, () => setAsking({ what: 'password', user }))]
          : []),
      ],
      [
        {
          key: 'below',
          text: t('people.action.below'),
          icon: <People />,
          reason: user.subordinate_count === 0 ? t('people.reason.nobodyBelow') : undefined,
          onPick: () => people.change({ parent_id: user.id }),
        },
        { key: 'copy', text: t('people.action.copyId'), icon: <Duplicate />, onPick: () => void copy(String(user.id)) },
      ],
      [
        user.enabled
          ? one('disable', t('people.action.disable'), <BanCircle />, () => act.disable(target))
          : one('enable', t('people.action.enable'), <Tick />, () => act.enable(target)),
        { ...one('delete', t('people.action.delete'), <Trash />, () => act.remove(target)), intent: 'danger' as const },
      ],
    ]
  }

  const selectionActions = (): SelectionAction<UserQuery>[] => [
    {
      key: 'renew',
      text: t('people.action.renew'),
      icon: <Calendar />,
      onPick: (target) => setAsking({ what: 'renewal', target }),
    },
    { key: 'enable', text: t('people.action.enable'), icon: <Tick />, onPick: act.enable },
    { key: 'disable', text: t('people.action.disable'), icon: <BanCircle />, onPick: act.disable },
    { key: 'delete', text: t('people.action.delete'), icon: <Trash />, intent: 'danger', onPick: act.remove },
  ]

  return (
    <div className={styles.screen}>
      {above !== undefined && <UserTree id={above} onGo={(id) => people.change({ parent_id: id })} />}
      <ResourceScreen
        resource={people}
        title={t('routes.userList')}
        unit="people.unit"
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
              <span>{t('people.action.add')}</span>
            </Link>
          )
        }
        empty={{ icon: <People size={40} />, title: t('people.empty'), hint: t('people.emptyHint') }}
      >
        {asking?.what === 'renewal' && (
          <RenewUsers
            count={'ids' in asking.target ? asking.target.ids.length : people.count}
            onClose={close}
            onChosen={(days) => {
              close()
              const title = t('people.form.renewBy', { count: days })
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
