import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { MaintenanceNotice } from '../../../src/api/messages.ts'
import { noticeEditorMachine } from '../../../src/machines/messages/notice-editor.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const current: MaintenanceNotice = { content: '今晚维护', updated_at: 1 }
const write = { type: 'type', text: ' 明晚维护 ' } as const
const save = { type: 'save' } as const

/** An editor whose server is the test. */
function perform() {
  const loading = answeredByHand<MaintenanceNotice>()
  const saving = answeredByHand<MaintenanceNotice>()
  const saved: string[] = []
  const machine = noticeEditorMachine.provide({
    actors: {
      'load the notice': fromPromise(() => loading.call()),
      'publish it': fromPromise<MaintenanceNotice, { content: string }>(({ input }) => {
        saved.push(input.content)
        return saving.call()
      }),
    },
  })
  const actor = createActor(machine).start()
  return { actor, loading, saving, saved, context: () => actor.getSnapshot().context }
}

describe('the editor of the maintenance notice', () => {
  test('begins with the notice as it is, and publishes it without the space around it, once', async () => {
    const { actor, loading, saved, context } = perform()
    await loading.answer(current)
    expect(context()).toMatchObject({ content: '今晚维护', text: '今晚维护' })
    actor.send(write)
    actor.send(save)
    actor.send(save)
    expect(saved).toEqual(['明晚维护'])
  })

  test('can not be saved before the current notice is there: nobody writes over what was not seen', async () => {
    const { actor, loading, saved } = perform()
    actor.send(save)
    await loading.fail(new Error('offline'))
    actor.send(save)
    expect(saved).toEqual([])
  })

  test('a refusal keeps what was written, and says why', async () => {
    const { actor, loading, saving, context } = perform()
    await loading.answer(current)
    actor.send(write)
    actor.send(save)
    await saving.fail(new Error('没有权限'))
    expect(context()).toEqual({ content: '今晚维护', text: ' 明晚维护 ', failure: '没有权限' })
    expect(actor.getSnapshot().value).toBe('editing')
  })
})
