import { createPrivateKey, X509Certificate } from 'node:crypto'
import { connect } from 'node:tls'
import type { Config } from '../config/config.ts'
import { type Check, type Finding, failed, ok, warning } from './finding.ts'

const day = 24 * 3_600_000
/** A certificate that is renewed by itself is new by then. */
const soon = 14 * day

function expiryOf(check: string, { validFrom, validTo }: { validFrom: string; validTo: string }): Finding {
  const left = Date.parse(validTo) - Date.now()
  if (left < 0) return failed(check, `ran out at ${validTo}; renew it, and restart what serves it`)
  if (Date.parse(validFrom) > Date.now()) return failed(check, `is not valid before ${validFrom}; look at the clock`)
  const words = `valid for ${Math.floor(left / day)} more days`
  return left < soon ? warning(check, `${words}; renew it, and restart what serves it`) : ok(check, words)
}

/** The certificate that the server itself has. */
export const ownCertificateCheck = ({ cert, key }: NonNullable<Config['tls']>): Check => ({
  name: 'TLS_CERT',
  async look() {
    const certificate = new X509Certificate(cert)
    if (!certificate.checkPrivateKey(createPrivateKey(key)))
      return [failed('TLS_CERT', 'is not the certificate of TLS_KEY; give those that belong together')]
    return [expiryOf('TLS_CERT', certificate)]
  },
})

/** The certificate that browsers meet at PUBLIC_URL. */
export const publicCertificateCheck = ({ hostname, port }: URL): Check => ({
  name: 'certificate of PUBLIC_URL',
  look: () =>
    new Promise((resolve, reject) => {
      const options = { host: hostname, port: Number(port || 443), servername: hostname, rejectUnauthorized: false }
      const socket = connect(options, () => {
        const { valid_from: validFrom, valid_to: validTo } = socket.getPeerCertificate()
        const expiry = expiryOf('certificate of PUBLIC_URL', { validFrom, validTo })
        const why = socket.authorizationError
        socket.end()
        resolve([
          why && expiry.level !== 'failed'
            ? failed('certificate of PUBLIC_URL', `browsers refuse it (${String(why)}); have one made for ${hostname}`)
            : expiry,
        ])
      })
      socket.once('error', reject)
    }),
})
