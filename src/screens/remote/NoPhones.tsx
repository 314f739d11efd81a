import { Button, Classes } from '@blueprintjs/core'
import { Add, MobilePhone, Search } from '@blueprintjs/icons'
import type { JSX } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { mayCall } from '../../permissions.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { isUnfiltered } from '../lists/filters.ts'
import { WhomToAsk } from '../lists/first-rows.tsx'
import { useCurrentUser } from '../session/session-context.tsx'
import type { WallAddress } from './wall-address.ts'

/** Why the wall has no phone, and what to do next: look at others, add a box, or ask whoever is above. */
export function NoPhones({ address, retry }: { address: WallAddress; retry: JSX.Element }) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const { ids, filter } = address
  if (ids.length > 0 || !isUnfiltered(filter))
    return (
      <EmptyState
        icon={<Search size={40} />}
        title={t('table.noMatch')}
        description={t('table.noMatchHint')}
        action={<Button text={t('table.clearFilters')} onClick={() => address.apply('')} />}
      />
    )
  const icon = <MobilePhone size={40} />
  const title = t('remote.wall.empty')
  if (!mayCall(role, 'boxAdd'))
    return <EmptyState icon={icon} title={title} description={<WhomToAsk />} action={retry} />
  return (
    <EmptyState
      icon={icon}
      title={title}
      description={t('remote.wall.emptyText')}
      action={
        <>
          <Link to="/box/" className={`${Classes.BUTTON} ${Classes.INTENT_PRIMARY}`}>
            <Add />
            <span>{t('devices.action.addBox')}</span>
          </Link>
          {retry}
        </>
      }
    />
  )
}
