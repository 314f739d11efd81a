import { BanCircle, Duplicate, NewPerson, People, Tick } from '@blueprintjs/icons'
import { deleteUsers, fetchUsers, switchUsers } from '../../api/people.ts'
import { defineList } from '../lists/define-list.tsx'
import type { Tool } from '../lists/list-definition.ts'
import { timelineOf } from '../events/timeline-action.tsx'
import { editing, editingModules } from './EditUser.tsx'
import { handingOut } from './HandOut.tsx'
import { renewing } from './RenewUsers.tsx'
import { resettingPassword } from './ResetPassword.tsx'
import { mayManage, userColumns, userFilters, whyNotManaged, type OfUsers } from './user-columns.ts'
import { UserTree } from './UserTree.tsx'
import styles from './UserTree.module.css'

const adding: Tool<OfUsers> = {
  text: 'people.action.add',
  icon: <NewPerson />,
  operation: 'userAdd',
  look: 'primary',
  to: () => '/user/add',
}

/** The people below the operator (SPEC §2, /user/list): a list of all, or level by level down the tree. */
export const UserList = defineList<OfUsers>({
  texts: 'people',
  name: 'users',
  pages: () => fetchUsers,
  firstSort: '-created_at',
  live: 'user',
  columns: userColumns,
  filters: userFilters,
  title: ({ t }) => t('routes.userList'),
  nameOf: ({ user_name }) => user_name,
  opens: (user, { role }) => (mayManage(role, user) ? 'edit' : undefined),
  actions: [
    [editing, editingModules, renewing, handingOut, resettingPassword],
    [
      {
        key: 'below',
        icon: <People />,
        reason: ({ subordinate_count: n }, { t }) => (n === 0 ? t('people.reason.nobodyBelow') : undefined),
        does: ({ id }, { list }) => list.change({ parent_id: id }),
      },
      timelineOf('user_id'),
      { key: 'copyId', icon: <Duplicate />, does: ({ id }, { copy }) => copy(String(id)) },
    ],
    [
      {
        key: 'enable',
        icon: <Tick />,
        when: ({ enabled }) => !enabled,
        reason: whyNotManaged,
        several: true,
        batch: { call: switchUsers(true) },
      },
      {
        key: 'disable',
        icon: <BanCircle />,
        when: ({ enabled }) => enabled,
        reason: whyNotManaged,
        several: true,
        batch: {
          call: switchUsers(false),
          loses: (_, { t }) => [t('people.loses.sessions'), t('people.loses.phones'), t('people.loses.team')],
        },
      },
      {
        key: 'remove',
        reason: whyNotManaged,
        several: true,
        batch: { call: deleteUsers, loses: (_, { t }) => [t('people.loses.account'), t('people.loses.sessions')] },
      },
    ],
  ],
  takesMatching: true,
  exportCall: '/api/restful/v2/user/export',
  tools: [adding],
  empty: { icon: <People size={40} />, next: [adding] },
  around: (list, { list: { query, change } }) => (
    <div className={styles.screen}>
      {query.parent_id !== undefined && <UserTree id={query.parent_id} onGo={(id) => change({ parent_id: id })} />}
      {list}
    </div>
  ),
})
