import { EventEmitter, once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { BoxUnderTest } from './box-under-test.ts'

/** An adb server that lists one phone, whose features it knows, and which never answers what it is asked itself. */
class SilentPhone {
  /** Connections to the adb server. */
  readonly open = new Set<Socket>()
  readonly asked: string[] = []
  readonly #answers: readonly string[]
  readonly #events = new EventEmitter()
  readonly #server = createServer((socket) => this.#serve(socket))

  /** @param answers services of the phone that it opens all the same, and says nothing on */
  constructor(answers: readonly string[]) {
    this.#answers = answers
  }

  async listen(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    const { port } = this.#server.address() as AddressInfo // It listens on TCP.
    return `127.0.0.1:${port}`
  }

  /** Waits until the phone was asked so often for a service that it does not answer. */
  async unanswered(times: number): Promise<void> {
    while (this.asked.length < times) await once(this.#events, 'asked')
  }

  close(): void {
    this.#server.close()
    for (const socket of this.open) socket.destroy()
  }

  #serve(socket: Socket): void {
    this.open.add(socket)
    socket.on('error', () => {}) // Its end follows.
    socket.on('close', () => this.open.delete(socket))
    socket.on('data', (data) => this.#answer(socket, data.toString().slice(4))) // Behind its length, in four digits.
  }

  #answer(socket: Socket, service: string): void {
    const say = (text: string) => socket.write(`OKAY${text.length.toString(16).padStart(4, '0')}${text}`)
    if (/^host:(track-)?devices-l$/.test(service))
      return void say('USB1 device product:p model:m device:d transport_id:1\n')
    if (service === 'host:features') return void say('shell_v2,cmd')
    if (service === 'host:transport-id:1' || this.#answers.includes(service)) return void socket.write('OKAY')
    this.asked.push(service)
    this.#events.emit('asked')
  }
}

test.each([
  ['answers nothing at all', [], 3],
  ['falls silent once it was reached', ['sync:'], 5],
])('a phone that %s costs the adb server no connection for each try', async (_what, answers, tries) => {
  const phone = new SilentPhone(answers)
  const box = await BoxUnderTest.open({ ADB_SERVER: await phone.listen() })
  await phone.unanswered(1)
  const atFirst = phone.open.size
  await phone.unanswered(tries)
  expect({ atFirst, now: phone.open.size }).toEqual({ atFirst, now: atFirst })
  await box.close()
  phone.close()
})
