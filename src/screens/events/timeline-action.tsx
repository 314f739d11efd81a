import { TimelineEvents } from '@blueprintjs/icons'
import type { ListAction, Listed } from '../lists/list-definition.ts'
import { TimelinePanel } from './late-timeline.ts'

/** Shows what happened with a row of a list, beside it; `of` is what rows of this list are to events. */
export const timelineOf = <L extends Listed>(of: 'box_id' | 'environment_id' | 'user_id'): ListAction<L> => ({
  key: 'timeline',
  icon: <TimelineEvents />,
  text: 'routes.timeline',
  shows: (row, { nameOf, close }) => <TimelinePanel of={{ [of]: row.id }} name={nameOf(row)} onClose={close} />,
})
