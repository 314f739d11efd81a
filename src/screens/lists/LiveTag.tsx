import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { ResourceList } from '../../machines/lists/resource-list.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

interface LiveTagProps<Row extends { id: number }, Query> {
  list: ResourceList<Row, Query>
}

/** Whether changes of the rows arrive by themselves. It is drawn alone when that is heard, not the whole list. */
export function LiveTag<Row extends { id: number }, Query>({ list }: LiveTagProps<Row, Query>) {
  const { t } = useTranslation()
  const isLive = useSelector(
    list,
    (snapshot) => snapshot.matches({ connection: 'live' }) && snapshot.context.staleSince === null,
  )
  return isLive ? <StatusTag tone="ok" text={t('table.live')} /> : <StatusTag tone="warn" text={t('table.notLive')} />
}
