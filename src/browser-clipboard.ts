/**
 * Puts a text on the operator's clipboard; answers whether it is there. The browser forbids it to pages without the
 * focus; outside a secure context it is copied from a field.
 */
export async function keepOnClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return isSecureContext ? false : (await import('./copy-from-field.ts')).copyFromField(text)
  }
}

/** Puts a picture that is still being written on the operator's clipboard; answers whether it is there. */
export async function copyPicture(picture: Promise<Blob>): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
    return true
  } catch {
    return false
  }
}
