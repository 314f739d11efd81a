import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { languageMachine, rememberedLanguage, type Language } from '../../../src/machines/shell/language.ts'
import { answeredByHand, testEveryShortestPath } from '../../support/chart-model.ts'

/** A language whose texts arrive when the test wants it. */
function perform(remembered: Language = 'zh-CN') {
  const texts = answeredByHand<void>()
  const spoken: Language[] = []
  const stored: Language[] = []
  const machine = languageMachine.provide({
    actors: {
      'speak it': fromPromise<void, { language: Language }>(({ input }) => {
        spoken.push(input.language)
        return texts.call()
      }),
    },
    actions: { 'remember it': ({ context }) => stored.push(context.language) },
  })
  const actor = createActor(machine, { input: { remembered } }).start()
  return { actor, texts, spoken, stored, language: () => actor.getSnapshot().context.language }
}

const storage = (value: string | null) => ({ getItem: () => value })

describe('the language', () => {
  testEveryShortestPath(
    {
      machine: languageMachine,
      input: { remembered: 'zh-CN' },
      events: [
        { type: 'choose', language: 'en' },
        { type: 'choose', language: 'zh-CN' },
        { type: 'xstate.done.actor.texts' },
        { type: 'xstate.error.actor.texts', error: new Error('no') },
      ],
      keep: ({ language, wanted }) => [language, wanted],
    },
    () => {
      const { actor, texts } = perform()
      return {
        actor,
        play: {
          'xstate.done.actor.texts': () => texts.answer(),
          'xstate.error.actor.texts': ({ error }) => texts.fail(error),
        },
      }
    },
  )

  test('is Chinese unless English was remembered', () => {
    expect(rememberedLanguage(storage(null))).toBe('zh-CN')
    expect(rememberedLanguage(storage('rubbish'))).toBe('zh-CN')
    expect(rememberedLanguage(storage('en'))).toBe('en')
  })

  test('changes and is remembered once its texts are there', async () => {
    const { actor, texts, language, stored } = perform()
    await texts.answer()
    actor.send({ type: 'choose', language: 'en' })
    expect(language()).toBe('zh-CN')
    await texts.answer()
    expect(language()).toBe('en')
    expect(stored.at(-1)).toBe('en')
  })

  test('stays when the texts can not be had, and can be chosen again', async () => {
    const { actor, texts, language, spoken } = perform()
    await texts.answer()
    actor.send({ type: 'choose', language: 'en' })
    await texts.fail(new Error('no'))
    expect(language()).toBe('zh-CN')
    actor.send({ type: 'choose', language: 'en' })
    expect(spoken).toEqual(['zh-CN', 'en', 'en'])
  })
})
