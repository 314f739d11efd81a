import { Button, Classes } from '@blueprintjs/core'
import { Search, SmallCross } from '@blueprintjs/icons'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './FilterInput.module.css'

/** How long typing has to pause before the keyword counts, in milliseconds. */
const pause = 300

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

interface FilterInputProps {
  /** What it filters by, for those who listen; by default that it filters. */
  label?: string
  /** In characters. */
  longest?: number
  /** Whether `/` leads here. */
  isKeyword?: boolean
  placeholder: string
  /** The keyword that holds. */
  value: string
  onFilter: (keyword: string) => void
}

/** A list's keyword. `/` focuses it, Enter applies it at once, Escape clears it. */
export function FilterInput(props: FilterInputProps) {
  const { label, longest = 64, isKeyword = true, placeholder, value, onFilter } = props
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [applied, setApplied] = useState(value)
  // The keyword may also change elsewhere: a cleared filter, another address. Then the text follows. Our own keyword comes
  // back later than we applied it, when the text may already have gone on.
  if (value !== seen) {
    setSeen(value)
    setApplied(value)
    if (value !== applied) setText(value)
  }

  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (!isKeyword || event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target))
        return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => {
      document.removeEventListener('keydown', focus)
      clearTimeout(timer.current)
    }
  }, [isKeyword])

  const apply = (keyword: string) => {
    clearTimeout(timer.current)
    if (keyword.trim() === value) return
    setApplied(keyword.trim())
    onFilter(keyword.trim())
  }
  const type = (keyword: string) => {
    setText(keyword)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply(keyword), pause)
  }
  const clear = () => {
    setText('')
    apply('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') apply(text)
    if (event.key === 'Escape') clear()
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
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className={Classes.INPUT_ACTION}>
        {text === '' ? (
          isKeyword && <kbd className={styles.key}>/</kbd>
        ) : (
          <Button variant="minimal" icon={<SmallCross />} aria-label={t('table.clear')} onClick={clear} />
        )}
      </span>
    </div>
  )
}
