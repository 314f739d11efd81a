import { Button, Classes } from '@blueprintjs/core'
import { Search, SmallCross } from '@blueprintjs/icons'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './FilterInput.module.css'

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

export interface FilterInputLook {
  /** What it filters by, for those who listen; by default that it filters. */
  label?: string
  /** In characters. */
  longest?: number
  /** Whether `/` leads here. */
  isKeyword?: boolean
  placeholder: string
}

interface FilterInputProps extends FilterInputLook {
  text: string
  onType: (text: string) => void
  onApply: () => void
  onClear: () => void
}

/** The field of a keyword. `/` focuses it, Enter applies it at once, Escape clears it. */
export function FilterInput(props: FilterInputProps) {
  const { label, longest = 64, isKeyword = true, placeholder, text, onType, onApply, onClear } = props
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (!isKeyword || event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target))
        return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [isKeyword])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') onApply()
    if (event.key === 'Escape') onClear()
  }

  return (
    // Blueprint's input group, but for its own component, which measures its ends: a layout of the whole page for each.
    <div className={`${Classes.INPUT_GROUP} ${styles.filter}`}>
      <Search />
      <input
        className={Classes.INPUT}
        ref={input}
        type="text"
        role="searchbox"
        maxLength={longest}
        aria-label={label ?? t('table.filter')}
        placeholder={placeholder}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className={Classes.INPUT_ACTION}>
        {text === '' ? (
          isKeyword && <kbd className={styles.key}>/</kbd>
        ) : (
          <Button variant="minimal" icon={<SmallCross />} aria-label={t('table.clear')} onClick={onClear} />
        )}
      </span>
    </div>
  )
}
