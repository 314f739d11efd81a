import type { password as chinese } from '../zh-CN/password.ts'
import type { Shape } from '../shape.ts'

/** The change of the password (SPEC §2, §5, §8). */
export const password = {
  title: 'Change password',
  old_password: 'Old password',
  new_password: 'New password',
  new_passwordcopy: 'New password again',
  hint: 'Letters and digits, 8 to 20 characters',
  ends: 'You will be signed out everywhere and sign in again.',
  required: 'Required',
  mismatch: 'The two passwords differ',
  submit: 'Change',
  busy: 'Changing…',
  cancel: 'Cancel',
  changed: 'Password changed',
  notChanged: 'Not changed: {{message}}',
} as const satisfies Shape<typeof chinese>
