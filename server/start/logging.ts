import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { type DestinationStream, pino, type SerializedError } from 'pino'
import type { Config } from '../config/config.ts'

/** What is as long as our tokens may be one, whatever it is called. */
const maxShown = 31

const secretName = /token|ticket|password|secret|captcha_val/i

/** A request's address with the values of secret parameters hidden. */
export function withoutSecrets(url: string): string {
  const [path = '', query] = url.split('?', 2)
  if (query === undefined) return path
  const parameters = query.split('&').map((parameter) => {
    const [name = '', value = ''] = parameter.split('=', 2)
    const isSecret = secretName.test(decoded(name)) || value.length > maxShown
    return isSecret ? `${name}=[hidden]` : parameter
  })
  return `${path}?${parameters.join('&')}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return 'token' // Something that can't be read may be anything.
  }
}

/** The driver of the database hangs its connection, with all that it knows, on errors of it. */
const withoutClient = (error: SerializedError): SerializedError => ({ ...error, client: undefined })

/** JSON lines, on standard output unless they have another destination, in which no token, password or ticket stands. */
export const openLog = (
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: DestinationStream = pino.destination(1),
): FastifyBaseLogger =>
  pino(
    {
      level: logLevel,
      redact: {
        paths: ['password', 'token', 'ticket', 'secret', '*.password', '*.token', '*.ticket', '*.secret', '*.headers'],
        censor: '[hidden]',
      },
      serializers: {
        err: pino.stdSerializers.wrapErrorSerializer(withoutClient),
        req: (request: FastifyRequest) => ({
          method: request.method,
          url: withoutSecrets(request.url),
          ip: request.ip,
        }),
      },
    },
    destination,
  )
