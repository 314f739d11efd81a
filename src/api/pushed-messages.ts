/** Hears which message somebody wants to read who has clicked a notification of the browser (public/push-worker.js). */
export function hearClicks(open: (id: number) => void): void {
  if (!('serviceWorker' in navigator)) return // As over plain HTTP.
  navigator.serviceWorker.addEventListener(
    'message',
    ({ data }: MessageEvent<{ type?: unknown; id?: unknown } | null>) => {
      if (data?.type === 'open message' && typeof data.id === 'number') open(data.id)
    },
  )
}

/** The message that an address leads to, which a notification has opened. */
export function messageIn(search: string): number | undefined {
  const id = new URLSearchParams(search).get('message') ?? ''
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : undefined
}
