import { textReason, type Reason } from '../../domain/reason.ts'
import type { Texts } from '../../texts/catalogue.ts'
import { reason } from '../../texts/reason.ts'

/** What Android means by the name of a failure to install, open or remove an app. */
const meanings: readonly [name: RegExp, meaning: keyof Texts['apps']['reason']][] = [
  [/INSTALL_PARSE_FAILED|INSTALL_FAILED_INVALID_APK/, 'invalid'],
  [/INSTALL_FAILED_VERSION_DOWNGRADE/, 'downgrade'],
  [/INSTALL_FAILED_(?:UPDATE_INCOMPATIBLE|DUPLICATE_PACKAGE)/, 'conflict'],
  [/INSTALL_FAILED_INSUFFICIENT_STORAGE/, 'noRoom'],
  [/INSTALL_FAILED_(?:NO_MATCHING_ABIS|OLDER_SDK|CPU_ABI_INCOMPATIBLE)/, 'incompatible'],
  [/DELETE_FAILED|not installed for/, 'notRemovable'],
  [/No activities found|Error: Activity /, 'notLaunchable'],
]

/** Why something failed of which a phone said this; null where it said nothing. */
export function whyAppFailed(said: string): Reason | null {
  if (said === '') return null
  const known = meanings.find(([name]) => name.test(said))
  return known ? reason(`apps.reason.${known[1]}`, { said: said.toWellFormed() }) : textReason(said)
}
