import { SecretNames, type Withheld } from '../../packages/machines-inspector/src/recording/secret-names.ts'
import { secretFields } from '../../generated/secret-fields.ts'

/** Cells of a file that is imported: a proxy's password stands in the middle of one, and columns that are left out hold others. */
const cells = ['cell', 'cells', 'edits', 'sent', 'csv', 'pasted', 'replacement']

const onPhones = new Set(['text', 'clipboard', 'copied'])

/** What is typed and copied on phones (stream-protocol): among it the passwords of shops. */
const typedOnPhones: Withheld = ({ type }, field) =>
  field === 'typed' || (field === 'text' && typeof type === 'string' && onPhones.has(type))

/** Whatever the contract calls a secret, by name; and what has no contract: a form's copy of a captcha, a player's ticket. */
export const secrets = new SecretNames([...secretFields, /ticket|captcha_val/], [...cells, typedOnPhones])
