/** Where PUSH_SERVICES has to lead for an address below: nobody is there. */
export const nobodysService = 'localhost:9'

/** As a browser would subscribe, to whom nothing can be pushed. */
export const pushAddress = (name: string) => ({
  endpoint: `https://${nobodysService}/${name}`,
  // A point of P-256.
  p256dh: 'BG_wO5SSQc4drdQ1GeaWDgqFtBppoFwygQOqK84VlMoWPE91OlW_AdxT9sCwx-7ni0DG_30lqW4igrmJzvccFEo',
  auth: 'AAAAAAAAAAAAAAAAAAAAAA',
  language: 'zh-CN' as const,
})
