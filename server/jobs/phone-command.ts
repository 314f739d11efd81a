import { setTimeout as pause } from 'node:timers/promises'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import type { Transfers } from '../files/transfers.ts'
import { installApk, launchApp, stopApp, uninstallApp } from '../devices/workflows/apps.ts'
import type { StartCommand } from '../../domain/command-protocol.ts'
import { takeScreenshot, turnScreenOff, turnScreenOn } from '../devices/workflows/screen.ts'
import { isSharedName, pushFile } from '../devices/workflows/shared-files.ts'
import type { JobRow } from '../store/job-queries.ts'
import type { Store } from '../store/store.ts'
import { starterOf } from './admission.ts'
import { largestScreenshot, screenshotObject } from './screenshots.ts'

/** How often a file that is still being checked is looked at. Milliseconds. */
const checkPoll = 500

/** A file as phones are given it: whole, with its checksum. */
interface ReadyFile {
  name: string
  upload_id: string
  size: number
  sha256: string
}

type Meant = Pick<JobRow, 'action' | 'arguments' | 'script' | 'timeout_seconds'>
type Started = Meant & Pick<JobRow, 'created_by' | 'task_id'>

/**
 * The file that a job is about, once it has been checked; undefined where it is about none, or a reason where there is no
 * such file any more.
 *
 * @param signal aborted when nobody waits for it any more
 */
export async function fileOf(
  store: Store,
  job: Started,
  signal: AbortSignal,
): Promise<ReadyFile | { reason: Reason } | undefined> {
  const {
    action,
    arguments: { file_id },
    timeout_seconds,
  } = job
  if (file_id === undefined) return undefined
  const giveUpAt = Date.now() + timeout_seconds * 1_000
  while (!signal.aborted) {
    const starter = await starterOf(store, job)
    if ('reason' in starter) return starter
    const file = await store.files.visible(starter, file_id)
    if (file === undefined) return { reason: reason('files.reason.gone') }
    // It may have another name by now.
    if (action === 'push' && !isSharedName(file.name)) return { reason: reason('files.reason.nameForPhone') }
    if (file.status === 'ready' && file.sha256 !== null) return { ...file, sha256: file.sha256 }
    if (file.status !== 'checking') return { reason: reason('files.reason.damaged') }
    if (Date.now() > giveUpAt) break
    await pause(checkPoll, undefined, { signal }).catch(() => undefined) // The loop's condition says it.
  }
  return { reason: reason('files.reason.unchecked') }
}

/** What a phone's agent is to do for a job; all but another address, which is a part of the phone's life. */
export function commandOf(
  { action, arguments: { package: app = '' }, script, timeout_seconds }: Meant,
  { serial, commandId, file }: { serial: string; commandId: string; file: ReadyFile | undefined },
  transfers: Transfers,
): StartCommand {
  const timeout = timeout_seconds * 1_000
  const shell = (text: string): StartCommand => ({ type: 'shell', serial, script: text, timeout })
  const receive = (scriptOf: (file: ReadyFile) => string): StartCommand => {
    if (file === undefined) throw new Error(`${action} needs a file`)
    return transfers.receive({ serial, script: scriptOf(file), timeout }, file.upload_id, file)
  }
  switch (action) {
    case 'reboot':
      return { type: 'reboot', serial, timeout }
    case 'install':
      return receive(({ size }) => installApk(size))
    case 'push':
      return receive(({ name, size }) => pushFile(name, size))
    case 'uninstall':
      return shell(uninstallApp(app))
    case 'launch':
      return shell(launchApp(app))
    case 'stop':
      return shell(stopApp(app))
    case 'screenshot':
      return transfers.send(
        { serial, script: takeScreenshot(), timeout },
        screenshotObject(commandId),
        largestScreenshot,
      )
    case 'screen_on':
      return shell(turnScreenOn())
    case 'screen_off':
      return shell(turnScreenOff())
    case 'script':
      return shell(script)
    default:
      throw new Error(`no agent is told to ${action}`)
  }
}
