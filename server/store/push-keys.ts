/** With which a server signs what it pushes, so that push services know it (VAPID, RFC 8292): points of P-256, base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}
