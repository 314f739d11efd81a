import { randomInt } from 'node:crypto'

/** Without characters that look alike. */
const alphabet = '2345678ABCDEFGHJKMNPQRSTUVWXYZ'
/** 49 bits, which nobody guesses at the rate that registering allows. */
const length = 10

/** A new invite code, short enough to be read out. */
export const newInviteCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
