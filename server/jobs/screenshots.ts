import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import type { Files } from '../files/files.ts'
import type { Transaction } from '../store/store.ts'
import type { Person } from '../store/users.ts'

/** The largest picture of a screen, in bytes. */
export const largestScreenshot = 64 * 1024 ** 2

/** What has come where nothing has. */
const nothing = { size: 0, sha256: '' }

/** Where the picture of a phone is put: each command has its own. */
export const screenshotObject = (commandId: string): string => `screenshots/${commandId}`

/** Keeps pictures of screens as files of whoever took them. */
export class Screenshots {
  readonly #files: Files
  readonly #quota: number
  readonly #clock: Intl.DateTimeFormat

  /** @param timeZone of the time in a picture's name */
  constructor(files: Files, { fileQuota, reportTimeZone }: { fileQuota: number; reportTimeZone: string }) {
    this.#files = files
    this.#quota = fileQuota
    this.#clock = new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'medium',
      timeZone: reportTimeZone,
    })
  }

  /** Makes a file of the picture that a phone has sent; answers its id, or why there is none. */
  async keep(
    tx: Transaction,
    owner: Person,
    picture: { phone: string; commandId: string },
    at: number,
  ): Promise<{ file_id: number } | { reason: Reason }> {
    const object = screenshotObject(picture.commandId)
    const { size, sha256 } = (await tx.unwantedObjects.received(object)) ?? nothing
    if (size === 0) return { reason: reason('devices.reason.noPicture') }
    await tx.users.lock(owner.id) // Two at once could pass the quota.
    const { bytes } = await tx.files.usedBy(owner.id)
    if (bytes + size > this.#quota) return { reason: reason('files.reason.quotaUsed') }
    const file = await tx.files.addWhole(
      {
        upload_id: object,
        owner_id: owner.id,
        owner_path: owner.path,
        name: this.#nameOf(picture.phone, at),
        size,
        sha256,
      },
      at,
    )
    await tx.unwantedObjects.forget([object])
    const detail = { after: { name: file.name, size } }
    await tx.operationLog.append({ user: owner, action: 'file.add', target: `file:${file.id}`, ip: '', detail }, at)
    tx.afterCommit(() => this.#files.announce(file, { name: file.name, status: file.status, received: size }))
    return { file_id: file.id }
  }

  /** Of a phone's name, what a file's may not have is left out; colons are no good on some computers. */
  #nameOf(phone: string, at: number): string {
    const plain = phone
      .replaceAll(/[/\\\p{Cc}]/gu, ' ')
      .slice(0, 100)
      .toWellFormed()
    return `${plain} ${this.#clock.format(at).replaceAll(':', '.')}.png`
  }
}
