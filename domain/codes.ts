/**
 * The envelope's codes: 20000 is success, anything else a failure whatever the HTTP status (SPEC §8, §9; DESIGN, the
 * contract).
 */
export const codes = {
  ok: 20000,
  invalidInput: 40000,
  wrongCredentials: 40101,
  wrongCaptcha: 40102,
  notAllowed: 40300,
  notFound: 40400,
  stateForbids: 40900,
  tooManyTries: 42900,
  serverError: 50000,
  databaseAway: 50300,
  illegalToken: 50008,
  signedOutElsewhere: 50012,
  tokenExpired: 50014,
} as const

export type Code = (typeof codes)[keyof typeof codes]

/** The codes after which a session is over and the console returns to /login. */
export const sessionOverCodes: readonly number[] = [codes.illegalToken, codes.signedOutElsewhere, codes.tokenExpired]

/** The HTTP status that goes with a code; the console decides by the code alone. */
export function httpStatusOf(code: Code): number {
  switch (code) {
    case codes.ok:
      return 200
    case codes.invalidInput:
      return 400
    case codes.notAllowed:
      return 403
    case codes.notFound:
      return 404
    case codes.stateForbids:
      return 409
    case codes.tooManyTries:
      return 429
    case codes.serverError:
      return 500
    case codes.databaseAway:
      return 503
    default:
      return 401
  }
}
