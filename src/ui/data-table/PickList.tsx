import { InputGroup, Menu, MenuItem, ProgressBar } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import {
  QueryList,
  type ItemListRendererProps,
  type ItemRenderer,
  type QueryListRendererProps,
} from '@blueprintjs/select'
import { useTranslation } from 'react-i18next'
import styles from './FilterSelect.module.css'

export interface Choice {
  value: string
  text: string
}

interface PickListProps {
  label: string
  options: readonly Choice[]
  /** The value that holds; empty where none does. */
  chosen: string
  /** Whether other options are on their way. */
  busy: boolean
  onType: (text: string) => void
  onChoose: (choice: Choice) => void
}

/** Options that are found by typing. */
export function PickList({ label, options, chosen, busy, onType, onChoose }: PickListProps) {
  const { t } = useTranslation()
  const nothing = (
    <MenuItem disabled text={t(busy ? 'table.finding' : 'table.nothingFound')} roleStructure="listoption" />
  )
  const option: ItemRenderer<Choice> = ({ value, text }, { handleClick, handleFocus, modifiers, id, ref }) => (
    <MenuItem
      key={value}
      id={id}
      ref={ref}
      text={text}
      roleStructure="listoption"
      selected={value === chosen}
      active={modifiers.active}
      onClick={handleClick}
      onFocus={handleFocus}
      shouldDismissPopover={false}
    />
  )
  const list = ({ renderItem, filteredItems, menuProps, itemsParentRef }: ItemListRendererProps<Choice>) => (
    <Menu {...menuProps} ulRef={itemsParentRef} role="listbox" aria-label={label} className={styles.options}>
      {filteredItems.length > 0 ? filteredItems.map(renderItem) : nothing}
    </Menu>
  )
  const finder = ({
    itemList,
    handleKeyDown,
    handleKeyUp,
    handleQueryChange,
    query,
  }: QueryListRendererProps<Choice>) => (
    <div onKeyDown={handleKeyDown} onKeyUp={handleKeyUp} role="presentation" className={styles.finder}>
      <InputGroup
        autoFocus
        leftIcon={<Search />}
        aria-label={t('table.find', { label })}
        placeholder={t('table.find', { label })}
        maxLength={64}
        value={query}
        onChange={handleQueryChange}
      />
      <ProgressBar
        className={styles.progress}
        value={busy ? undefined : 0}
        stripes={false}
        aria-label={t('table.find', { label })}
      />
      {itemList}
    </div>
  )

  return (
    <QueryList<Choice>
      items={[...options]}
      itemPredicate={() => true /* The server has chosen them already. */}
      itemsEqual="value"
      onItemSelect={onChoose}
      onQueryChange={onType}
      itemRenderer={option}
      itemListRenderer={list}
      renderer={finder}
    />
  )
}
