/** Copies a text as an operator would who has selected it, which the browser allows over plain HTTP, too; answers whether it has worked. */
export function copyFromField(text: string): boolean {
  const { activeElement } = document
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true // No keyboard comes up, in the hand.
  field.style.cssText = 'position: fixed; opacity: 0'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
  return isCopied
}
