import { notificationsMachine, type Notice } from '../../../src/machines/shell/notifications.ts'
import type { Play } from '../../support/requirements/played-machine.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const notices: Record<string, Notice> = {
  'an error is told': { kind: 'error', text: 'refused' },
  'a warning is told': { kind: 'warning', text: 'no mqtt' },
  'a success is told': { kind: 'success', text: '复制成功到剪贴板' },
  'something is told': { kind: 'info', text: 'hello' },
  'something can be undone': { kind: 'success', text: 'deleted', action: { text: 'undo', run: () => undefined } },
}
/** SPEC §9, in milliseconds. */
const times = { error: 10_000, warning: 5_000, success: 3_000, info: 3_000 }
const timeOf = ({ kind, action }: Notice): number => (action ? 600_000 : times[kind])

export default specification(
  {
    machine: notificationsMachine,
    happenings: {
      ...Object.fromEntries(
        Object.entries(notices).map(([name, notice]) => [
          name,
          (play: Play<typeof notificationsMachine>) =>
            (notice.action === undefined || play.snapshot.context.shown.every(({ action }) => action === undefined)) &&
            play.send({ type: 'notify', notice }),
        ]),
      ),
      'the oldest is put away': (play) => {
        const [oldest] = play.snapshot.context.shown
        return oldest !== undefined && play.send({ type: 'dismiss', id: oldest.id })
      },
      'nothing matters any more': (play) => play.send({ type: 'clear' }),
      'its user leaves': (play) => play.send({ type: 'user left' }),
      'a second passes': (play) => play.wait(1_000),
      'four seconds pass': (play) => play.wait(4_000),
    },
    keep: ({ context }) => context.shown.map(({ text }) => text),
    screen: (snapshot) => ({
      shown: snapshot.context.shown.map(({ text }) => text),
      isQuiet: snapshot.matches('quiet'),
    }),
  },
  {
    'SPEC §8, §9: an error stays for 10 s, a warning for 5, what can be undone until its user leaves, anything else for 3':
      always((step) => {
        let shown: { text: string; until: number; canBeUndone: boolean }[] = []
        for (const { happened, at } of step.past) {
          shown = shown.filter(({ until }) => until > at)
          const notice = notices[happened]
          if (happened === 'the oldest is put away') shown.shift()
          if (happened === 'nothing matters any more') shown = []
          if (happened === 'its user leaves') shown = shown.filter(({ canBeUndone }) => !canBeUndone)
          if (notice === undefined) continue
          const same = shown.find(({ text }) => text === notice.text)
          if (same) same.until = at + timeOf(notice)
          else shown.push({ text: notice.text, until: at + timeOf(notice), canBeUndone: notice.action !== undefined })
        }
        return same(
          step.screen.shown,
          shown.map(({ text }) => text),
        )
      }),
    'where nothing is to be told, nothing is shown': always(
      ({ screen }) => screen.isQuiet === (screen.shown.length === 0),
    ),
  },
)
