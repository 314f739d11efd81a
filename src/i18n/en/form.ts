import type { form as chinese } from '../zh-CN/form.ts'
import type { Shape } from '../shape.ts'

export const form = {
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  choose: 'Choose',
  none: 'None',
  clear: 'Clear',
  noMatch: 'Nothing matches',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  unsaved: 'There are unsaved changes, which will be lost.',
  discard: 'Discard changes',
  stay: 'Keep editing',
  problems: {
    required: 'This is required',
    pattern: 'This is not valid',
    enum: 'Choose one of the options',
    notNumber: 'A number is needed',
    notWhole: 'A whole number is needed',
    minLength: 'At least {{n, counted(unit: characters)}}',
    maxLength: 'At most {{n, counted(unit: characters)}}',
    minimum: 'This can’t be less than {{n}}',
    maximum: 'This can’t be more than {{n}}',
    minItems: 'Choose at least {{n}}',
    maxItems: 'Choose at most {{n}}',
  },
  patterns: {
    user_name: 'Only letters, digits, Chinese characters, _, . and - are allowed',
    password: 'Letters and digits are both needed, and no space',
    new_password: 'Letters and digits are both needed, and no space',
    avatar: 'An address that begins with https:// or /, without spaces',
  },
} satisfies Shape<typeof chinese>
