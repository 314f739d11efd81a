import { SecretNames } from '../../packages/machines-inspector/src/recording/secret-names.ts'
import { secretFields } from '../../generated/secret-fields.ts'

/** Whatever the contract calls a secret, by name; and what has no contract: a form's copy of a captcha, a player's ticket. */
export const secrets = new SecretNames([...secretFields, /ticket|captcha_val/])
