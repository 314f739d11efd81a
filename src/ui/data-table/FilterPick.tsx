import { Button, ButtonGroup, InputGroup, Menu, MenuItem, ProgressBar } from '@blueprintjs/core'
import { ChevronDown, Search, SmallCross } from '@blueprintjs/icons'
import {
  QueryList,
  type ItemListRendererProps,
  type ItemRenderer,
  type QueryListRendererProps,
} from '@blueprintjs/select'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LatePopover } from '../LatePopover.tsx'
import styles from './FilterSelect.module.css'

interface Choice {
  value: string
  text: string
}

interface FilterPickProps {
  label: string
  options: readonly Choice[]
  /** The value that holds; empty where none does. */
  chosen: string
  /** Its name, as far as it is known. */
  chosenText: string
  /** What is said while none is chosen; then the label stands elsewhere. */
  placeholder?: string | undefined
  /** Whether other options are on their way. */
  busy: boolean
  onOpen: () => void
  onType: (text: string) => void
  onChoose: (value: string) => void
}

/** A filter over more options than fit a menu: they are found by typing. */
export function FilterPick(props: FilterPickProps) {
  const { label, options, chosen, chosenText, placeholder, busy, onOpen, onType, onChoose } = props
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const choose = ({ value }: Choice) => {
    setOpen(false)
    onChoose(value === chosen ? '' : value)
  }
  const shown = chosen === '' ? (placeholder ?? t('table.all')) : chosenText
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
    <ButtonGroup variant="outlined" className={styles.filter}>
      <LatePopover
        isOpen={isOpen}
        onInteraction={(next) => {
          setOpen(next)
          if (next) onOpen()
        }}
        content={
          <QueryList<Choice>
            items={[...options]}
            itemPredicate={() => true /* The server has chosen them already. */}
            itemsEqual="value"
            onItemSelect={choose}
            onQueryChange={onType}
            itemRenderer={option}
            itemListRenderer={list}
            renderer={finder}
          />
        }
      >
        <Button
          endIcon={<ChevronDown size={12} />}
          aria-label={placeholder === undefined ? undefined : `${label}: ${shown}`}
        >
          {placeholder === undefined && <span className={styles.label}>{label}: </span>}
          <strong className={styles.chosen}>{shown}</strong>
        </Button>
      </LatePopover>
      {chosen !== '' && (
        <Button
          icon={<SmallCross />}
          aria-label={`${t('table.clear')} ${label}`}
          title={t('table.clear')}
          onClick={() => onChoose('')}
        />
      )}
    </ButtonGroup>
  )
}
