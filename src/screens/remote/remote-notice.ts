import { maxRecordedMinutes } from '../../machines/remote/video-recording.ts'
import type { RemoteNotice } from '../../machines/remote/remote-session.ts'
import type { TFunction } from 'i18next'
import { reasonText } from '../../../texts/reason.ts'

/** What a remote session has to tell, as the operator reads it. */
export function notice(t: TFunction, told: RemoteNotice): { kind: 'info' | 'success' | 'warning'; text: string } {
  switch (told.type) {
    case 'copied':
      return told.kept
        ? { kind: 'success', text: t('remote.notice.copied') }
        : { kind: 'info', text: t('remote.notice.notCopied', { text: told.text }) }
    case 'leader left':
      return { kind: 'warning', text: t('remote.notice.leaderLeft', told) }
    case 'objected':
      return { kind: 'warning', text: t('remote.notice.objected', { message: reasonText(t, told.reason) }) }
    case 'text too long':
      return { kind: 'warning', text: t('remote.notice.tooLong', { limit: told.limit }) }
    case 'pictured':
      return { kind: 'success', text: t(`remote.notice.${told.copied ? 'picturedAndCopied' : 'pictured'}`, told) }
    case 'not pictured':
      return { kind: 'warning', text: t('remote.notice.notPictured', told) }
    case 'recorded':
      return {
        kind: told.ending === 'stopped' ? 'success' : 'info',
        text: t(`remote.notice.recorded.${told.ending}`, { file: told.file, minutes: maxRecordedMinutes }),
      }
    default:
      return { kind: 'warning', text: t('remote.notice.notRecorded', told) }
  }
}
