import { describe, expect, it, vi } from 'vitest'
import { NOTES_PATH } from '../../../phone/notes-file.ts'
import { testShell } from './shell-under-test.ts'

describe('the notes', () => {
  it('of the app can be read through the shell', async () => {
    const { phone, output } = testShell()
    expect(phone.notes.read()).toBe('')
    phone.notes.write('你好\n')
    expect(NOTES_PATH).toBe('/data/data/com.phonedeck.notes/files/notes.txt')
    expect(await output(`cat ${NOTES_PATH}`)).toBe('你好\n')
  })

  it('written through the shell show up in the app', async () => {
    const { phone, run } = testShell()
    const changed = vi.fn<() => void>()
    const stop = phone.notes.subscribe(changed)
    await run(`echo 再见 > ${NOTES_PATH}`)
    await expect.poll(() => changed.mock.calls.length).toBe(1)
    expect(phone.notes.read()).toBe('再见\n')
    await run('pm clear com.phonedeck.notes')
    await expect.poll(() => changed.mock.calls.length).toBe(2)
    expect(phone.notes.read()).toBe('')
    phone.notes.write('after a wipe')
    expect(phone.notes.read()).toBe('after a wipe')
    stop()
  })

  it('of the app’s own writing are no news to it', async () => {
    const { phone } = testShell()
    const changed = vi.fn<() => void>()
    phone.notes.subscribe(changed)
    phone.notes.write('mine')
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    expect(changed).not.toHaveBeenCalled()
  })
})
