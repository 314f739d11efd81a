import type { TFunction } from 'i18next'
import type { LiveWords } from '../../../packages/machines-inspector/src/view/words.ts'
import { travelWords } from './travel-words.ts'

/** What the inspector says of the machines that are alive, in the engineer's language. */
export const liveWords = (t: TFunction): LiveWords => ({
  ...travelWords(t),
  alive: (count) => t('recordings.now.alive', count),
  notAMachine: (name) => t('recordings.now.notAMachine', { name }),
  drawing: t('recordings.now.drawing'),
  events: t('recordings.now.events'),
  send: t('recordings.now.send'),
  notNow: t('recordings.now.notNow'),
  carries: t('recordings.now.carries'),
  fields: (event) => t('recordings.now.fields', { event }),
  fromLast: t('recordings.now.fromLast'),
  noLast: t('recordings.now.noLast'),
  eventProblem: ({ code, ...facts }) =>
    t(`recordings.now.problem.${code}`, { message: '', is: '', written: '', at: '', place: '', ...facts }),
  lastEvents: t('recordings.now.lastEvents'),
  noEvents: t('recordings.now.noEvents'),
})
