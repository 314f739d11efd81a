import { Button } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import type { JSX, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'

interface NothingHereProps {
  /** Why there is nothing at all, and what to do next. */
  empty: { icon: JSX.Element; title: string; hint: ReactNode; action?: JSX.Element }
  /** Takes the filters away; absent where nothing narrows the list. */
  onClear?: () => void
}

/** Why no row is to be seen, and what to do next. */
export function NothingHere({ empty: { icon, title, hint, action }, onClear }: NothingHereProps) {
  const { t } = useTranslation()
  if (onClear === undefined) return <EmptyState icon={icon} title={title} description={hint} action={action} />
  return (
    <EmptyState
      icon={<Search size={40} />}
      title={t('table.noMatch')}
      description={t('table.noMatchHint')}
      action={<Button text={t('table.clearFilters')} onClick={onClear} />}
    />
  )
}
