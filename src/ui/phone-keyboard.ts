import type { ControlMessage } from '../../domain/stream-protocol.ts'
import { androidKeyOf, isPaste, type AndroidKey } from './phone-keys.ts'

/**
 * Turns what is typed into a text field into a phone's input: keys that write nothing as keys, everything that is
 * written as text. An input method (Chinese, say) composes in the field, and only its result is sent.
 *
 * The field carries `data-composing` while it composes, to be shown then. Answers how to stop, which releases held keys.
 */
export function listenToKeyboard(field: HTMLTextAreaElement, emit: (gesture: ControlMessage) => void): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const held = new Map<string, AndroidKey>()

  const sendWhatIsWritten = (): void => {
    const text = field.value
    field.value = ''
    if (text !== '') emit({ type: 'text', text })
  }
  const releaseAll = (): void => {
    for (const key of held.values()) emit({ type: 'key', action: 'up', ...key })
    held.clear()
  }

  field.addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.key === 'Process' || isPaste(event)) return
      if (event.key === 'Escape') {
        event.preventDefault()
        emit({ type: 'back' })
        return
      }
      const key = androidKeyOf(event)
      if (key === undefined) return
      event.preventDefault()
      held.set(event.code, key)
      emit({ type: 'key', action: 'down', ...key })
    },
    { signal },
  )
  field.addEventListener(
    'keyup',
    ({ code }) => {
      const key = held.get(code)
      if (key === undefined) return
      held.delete(code)
      emit({ type: 'key', action: 'up', ...key })
    },
    { signal },
  )
  field.addEventListener(
    'input',
    (event) => {
      if (!event.isComposing) sendWhatIsWritten()
    },
    { signal },
  )
  field.addEventListener('compositionstart', () => field.toggleAttribute('data-composing', true), { signal })
  field.addEventListener(
    'compositionend',
    () => {
      field.removeAttribute('data-composing')
      sendWhatIsWritten()
    },
    { signal },
  )
  field.addEventListener(
    'paste',
    (event) => {
      event.preventDefault()
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (text !== '') emit({ type: 'clipboard', text, paste: true })
    },
    { signal },
  )
  field.addEventListener('blur', releaseAll, { signal })

  return () => {
    stopped.abort()
    releaseAll()
    field.removeAttribute('data-composing')
    field.value = ''
  }
}
