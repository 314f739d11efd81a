import { codes } from '../../domain/codes.ts'
import { actionRules } from '../../domain/phone-actions.ts'
import type { PhoneCommands } from './phone-commands.ts'
import { defineOperations } from '../http/contract.ts'
import { reason } from '../../texts/reason.ts'
import { Refusal } from '../http/refusal.ts'
import { textIn } from '../http/words.ts'
import { isAllowed } from './life.ts'
import { listApps, readApps } from './workflows/apps.ts'
import { answerOf } from './workflows/phone-answer.ts'

/** How long a phone may take to tell its apps. Milliseconds. */
const listTimeout = 20_000

export const deviceAppOperations = defineOperations(({ phoneCommands }: { phoneCommands: PhoneCommands }) => ({
  /** The apps on a phone, as the phone tells them. */
  deviceApps: async ({ caller, query, store, language }) => {
    const seen = await store.devices.visible(caller, query.id)
    const device = seen && (await store.devices.byId(seen.id))
    if (device === undefined) throw new Refusal(codes.notFound, reason('devices.reason.noSuchDevice'))
    if (!isAllowed(device, { type: actionRules.launch.event }))
      throw new Refusal(codes.stateForbids, reason(`devices.reason.${device.status}`))
    const { ending, exit_code, output } = await answerOf(phoneCommands, device, {
      script: listApps(),
      timeout: listTimeout,
    })
    if (ending !== 'exited' || exit_code !== 0)
      throw new Refusal(codes.stateForbids, reason('devices.reason.noAppList'))
    return { items: readApps(output).map((app) => ({ ...app, label: app.label && textIn(language, app.label) })) }
  },
}))
