import { maxRecordedMinutes } from '../../machines/remote/video-recording.ts'
import type { RemoteNotice } from '../../machines/remote/remote-session.ts'
import type { TFunction } from 'i18next'
import { reasonText } from '../../../texts/reason.ts'

/** What a remote session has to tell, as the operator reads it. */
export function notice(t: TFunction, what: RemoteNotice): { kind: 'info' | 'success' | 'warning'; text: string } {
  switch (what.type) {
    case 'copied':
      return what.kept
        ? { kind: 'success', text: t('remote.notice.copied') }
        : { kind: 'info', text: t('remote.notice.notCopied', { text: what.text }) }
    case 'leader left':
      return { kind: 'warning', text: t('remote.notice.leaderLeft', what) }
    case 'objected':
      return { kind: 'warning', text: t('remote.notice.objected', { message: reasonText(t, what.reason) }) }
    case 'text too long':
      return { kind: 'warning', text: t('remote.notice.tooLong', { limit: what.limit }) }
    case 'pictured':
      return { kind: 'success', text: t(`remote.notice.${what.copied ? 'picturedAndCopied' : 'pictured'}`, what) }
    case 'not pictured':
      return { kind: 'warning', text: t('remote.notice.notPictured', what) }
    case 'recorded':
      return {
        kind: what.ending === 'stopped' ? 'success' : 'info',
        text: t(`remote.notice.recorded.${what.ending}`, { file: what.file, minutes: maxRecordedMinutes }),
      }
    default:
      return { kind: 'warning', text: t('remote.notice.notRecorded', what) }
  }
}
