import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Store } from '../store/store.ts'
import { drawCaptcha } from './captcha-picture.ts'

/** How long an answer holds, in milliseconds. */
const lifetime = 2 * 60_000
const length = 4
/** Without characters that look alike. */
const alphabet = '2345678ABCDEFGHJKMNPQRSTUVWXYZ'

const hashOf = (id: string, answer: string): Buffer => createHash('sha256').update(`${id}:${answer}`).digest()

/** Pictures that a person can read, each good for one try. */
export class Captchas {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Makes a captcha; its picture is a PNG as a data URL. */
  async make(): Promise<{ captcha_id: string; image: string }> {
    const id = randomBytes(16).toString('base64url')
    const answer = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
    const picture = await drawCaptcha(answer)
    await this.#store.captchas.add({ id, answer_hash: hashOf(id, answer), expires_at: Date.now() + lifetime })
    return { captcha_id: id, image: `data:image/png;base64,${picture.toString('base64')}` }
  }

  /** Uses a captcha up, and says whether the answer was right and in time. */
  async use(id: string, answer: string): Promise<boolean> {
    const captcha = await this.#store.captchas.take(id)
    if (captcha === undefined || captcha.expires_at < Date.now()) return false
    return timingSafeEqual(captcha.answer_hash, hashOf(id, answer.trim().toUpperCase()))
  }
}
