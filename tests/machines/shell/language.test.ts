import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { answeredByHand } from '../../support/chart-model.ts'
import { firstLanguage, languageMachine } from '../../../src/machines/shell/language.ts'
import type { Language } from '../../../texts/catalogue.ts'

/** A language whose texts arrive when the test wants it. */
function perform(first: Language = 'zh-CN') {
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
    actions: { 'remember it': ({ context }) => stored.push(context.wanted) },
  })
  const actor = createActor(machine, { input: { first } }).start()
  return { actor, texts, spoken, stored, language: () => actor.getSnapshot().context.language }
}

describe('the language', () => {
  test('is the one that was chosen, else the browser’s, else Chinese', () => {
    expect(firstLanguage(['zh-CN'], 'en')).toBe('en')
    expect(firstLanguage(['en-US'], 'zh-CN')).toBe('zh-CN')
    expect(firstLanguage(['en-US', 'zh-CN'])).toBe('en')
    expect(firstLanguage(['fr', 'zh-TW', 'en'], 'rubbish')).toBe('zh-CN')
    expect(firstLanguage(['de', 'en-GB'])).toBe('en')
    expect(firstLanguage(['de'])).toBe('zh-CN')
  })

  test('that nobody chose is not remembered', async () => {
    const { texts, language, stored } = perform('en')
    await texts.answer()
    expect(language()).toBe('en')
    expect(stored).toEqual([])
  })

  test('changes once its texts are there, and is remembered', async () => {
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
