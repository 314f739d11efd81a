import '@blueprintjs/select/lib/css/blueprint-select.css'
import { MenuItem } from '@blueprintjs/core'
import { MultiSelect, type ItemRendererProps } from '@blueprintjs/select'
import { useTranslation } from 'react-i18next'
import { Field } from '../Field.tsx'
import type { Option } from './SelectField.tsx'
import type { FieldProps } from './TextField.tsx'

interface MultiSelectFieldProps<Value> extends FieldProps<readonly Value[]> {
  options: readonly Option<Value>[]
  placeholder?: string
}

/** Any of many options, found by typing and shown as tags. */
export function MultiSelectField<Value extends string | number>(props: MultiSelectFieldProps<Value>) {
  const { field, label, hint, options, placeholder } = props
  const { t } = useTranslation()
  const texts = new Map(options.map(({ value, text }) => [value, text]))
  // What is chosen and not offered, as one of more than are, can be seen and taken out, once it is known what is.
  const chosen =
    options.length === 0 ? [] : field.value.map((value) => ({ value, text: texts.get(value) ?? `#${value}` }))
  const toggle = ({ value }: Option<Value>) =>
    field.change(field.value.includes(value) ? field.value.filter((one) => one !== value) : [...field.value, value])
  return (
    <Field label={label} problem={field.problem} required={field.required} hint={hint}>
      {({ className: _drawnByHand, ...a11y }) => (
        <MultiSelect<Option<Value>>
          fill
          resetOnSelect
          items={[...options]}
          selectedItems={chosen}
          placeholder={placeholder ?? t('form.choose')}
          itemPredicate={(query, { text }) => text.toLowerCase().includes(query.trim().toLowerCase())}
          itemsEqual="value"
          tagRenderer={({ text }) => text}
          noResults={<MenuItem disabled text={t('form.noMatch')} roleStructure="listoption" />}
          itemRenderer={(option, item) => renderOption(option, item, field.value.includes(option.value))}
          onItemSelect={toggle}
          onRemove={toggle}
          onClear={() => field.change([])}
          popoverProps={{ minimal: true, matchTargetWidth: true }}
          tagInputProps={{
            intent: field.problem === undefined ? 'none' : 'danger',
            inputProps: { ...a11y, name: field.name, 'aria-required': field.required },
          }}
        />
      )}
    </Field>
  )
}

const renderOption = <Value extends string | number>(
  { value, text }: Option<Value>,
  { handleClick, handleFocus, modifiers, ref }: ItemRendererProps,
  selected: boolean,
) =>
  modifiers.matchesPredicate ? (
    <MenuItem
      key={value}
      ref={ref}
      text={text}
      roleStructure="listoption"
      active={modifiers.active}
      selected={selected}
      shouldDismissPopover={false}
      onClick={handleClick}
      onFocus={handleFocus}
    />
  ) : null
