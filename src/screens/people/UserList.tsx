import { Classes } from '@blueprintjs/core'
import {
  BanCircle,
  Calendar,
  Duplicate,
  Key,
  Layers,
  NewPerson,
  People,
  Tick,
  TimelineEvents,
} from '@blueprintjs/icons'
import { Link } from 'react-router-dom'
import { mayCall } from '../../permissions.ts'
import { deleteUsers, fetchUsers, renewUsers, switchUsers, type User } from '../../api/people.ts'
import { defineList } from '../lists/define-list.tsx'
import type { ChosenOf, Surroundings } from '../lists/list-definition.ts'
import { TimelinePanel } from '../events/late-timeline.ts'
import { EditUser } from './EditUser.tsx'
import { RenewUsers } from './RenewUsers.tsx'
import { ResetPassword } from './ResetPassword.tsx'
import { mayManage, userColumns, userFilters, type OfUsers } from './user-columns.ts'
import { UserTree } from './UserTree.tsx'
import styles from './UserTree.module.css'

interface Users extends OfUsers {
  dialogs: { form: User; modules: User; password: User; timeline: User; renewal: ChosenOf<OfUsers> }
}

const whyNot = (user: User, { role, t }: Surroundings<Users>) =>
  mayManage(role, user) ? undefined : t('people.reason.notBelow')

/** The people below the operator (SPEC §2, /user/list): a list of all, or level by level down the tree. */
export const UserList = defineList<Users>({
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
    [
      { key: 'edit', reason: whyNot },
      { key: 'modules', icon: <Layers />, reason: whyNot, opens: 'modules' },
      { key: 'renew', icon: <Calendar />, reason: whyNot, several: true, opens: 'renewal' },
      { key: 'password', icon: <Key />, operation: 'userPwdReset', reason: whyNot, opens: 'password' },
    ],
    [
      {
        key: 'below',
        icon: <People />,
        reason: ({ subordinate_count: n }, { t }) => (n === 0 ? t('people.reason.nobodyBelow') : undefined),
        does: ({ id }, { list }) => list.change({ parent_id: id }),
      },
      { key: 'timeline', icon: <TimelineEvents />, text: 'routes.timeline', opens: 'timeline' },
      { key: 'copyId', icon: <Duplicate />, does: ({ id }, { copy }) => copy(String(id)) },
    ],
    [
      {
        key: 'enable',
        icon: <Tick />,
        when: ({ enabled }) => !enabled,
        reason: whyNot,
        several: true,
        batch: { call: switchUsers(true) },
      },
      {
        key: 'disable',
        icon: <BanCircle />,
        when: ({ enabled }) => enabled,
        reason: whyNot,
        several: true,
        batch: {
          call: switchUsers(false),
          loses: (_, { t }) => [t('people.loses.sessions'), t('people.loses.phones'), t('people.loses.team')],
        },
      },
      {
        key: 'remove',
        reason: whyNot,
        several: true,
        batch: { call: deleteUsers, loses: (_, { t }) => [t('people.loses.account'), t('people.loses.sessions')] },
      },
    ],
  ],
  takesMatching: true,
  exportCall: '/api/restful/v2/user/export',
  tools: ({ role, t }) =>
    mayCall(role, 'userAdd') && (
      <Link to="/user/add" className={`${Classes.BUTTON} ${Classes.INTENT_PRIMARY}`}>
        <NewPerson />
        <span>{t('people.action.add')}</span>
      </Link>
    ),
  emptyIcon: <People size={40} />,
  dialogs: {
    form: (user, { saved, close }) => <EditUser user={user} of="everything" onSaved={saved} onClose={close} />,
    modules: (user, { saved, close }) => <EditUser user={user} of="modules" onSaved={saved} onClose={close} />,
    password: (user, { close }) => <ResetPassword user={user} onClose={close} />,
    timeline: ({ id, user_name }, { close }) => <TimelinePanel of={{ user_id: id }} name={user_name} onClose={close} />,
    renewal: (chosen, { performChosen, close, t }) => (
      <RenewUsers
        chosen={chosen}
        onClose={close}
        onChosen={(days) => performChosen(t('people.form.renewBy', { count: days }), chosen, renewUsers(days))}
      />
    ),
  },
  around: (list, { list: { query, change } }) => (
    <div className={styles.screen}>
      {query.parent_id !== undefined && <UserTree id={query.parent_id} onGo={(id) => change({ parent_id: id })} />}
      {list}
    </div>
  ),
})
