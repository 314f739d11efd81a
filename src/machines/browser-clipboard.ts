/**
 * Puts a text on the operator's clipboard; answers whether it is there. The browser forbids it to pages without the
 * focus, and to all pages outside a secure context.
 */
export async function keepOnClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
