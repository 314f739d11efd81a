import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { answeredByHand, settled } from '../../support/chart-model.ts'
import { fetchTexts, i18n, speakOf } from '../../../src/i18n/i18n.ts'
import { firstLanguage, languageMachine } from '../../../src/machines/shell/language.ts'
import type { Language } from '../../../texts/catalogue.ts'

/** A language whose texts arrive when the test wants it. */
function perform(first: Language = 'zh-CN') {
  const texts = answeredByHand<void>()
  const fetched: Language[] = []
  const spoken: Language[] = []
  const stored: string[] = []
  vi.stubGlobal('localStorage', { setItem: (_place: string, language: string) => stored.push(language) })
  const machine = languageMachine.provide({
    actors: {
      'fetch its texts': fromPromise<void, { language: Language }>(({ input }) => {
        fetched.push(input.language)
        return texts.call()
      }),
    },
    actions: { 'speak it': ({ context }) => spoken.push(context.language) },
  })
  const actor = createActor(machine, { input: { first } }).start()
  return { actor, texts, fetched, spoken, stored, language: () => actor.getSnapshot().context.language }
}

describe('the language', () => {
  afterEach(() => vi.unstubAllGlobals())

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
    const { actor, texts, language, spoken, stored } = perform()
    await texts.answer()
    actor.send({ type: 'choose', language: 'en' })
    expect(language()).toBe('zh-CN')
    expect(stored).toEqual([])
    await texts.answer()
    expect(language()).toBe('en')
    expect(spoken).toEqual(['zh-CN', 'en'])
    expect(stored).toEqual(['en'])
  })

  test('stays when the texts can not be had, and can be chosen again', async () => {
    const { actor, texts, language, fetched, spoken, stored } = perform()
    await texts.answer()
    actor.send({ type: 'choose', language: 'en' })
    await texts.fail(new Error('no'))
    expect(language()).toBe('zh-CN')
    expect(spoken).not.toContain('en')
    expect(stored).toEqual([])
    actor.send({ type: 'choose', language: 'en' })
    expect(fetched).toEqual(['zh-CN', 'en', 'en'])
  })
})

describe('the language of the page', () => {
  beforeEach(() => {
    vi.stubGlobal('document', { documentElement: { lang: 'zh-CN' } })
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  })
  afterEach(() => vi.unstubAllGlobals())

  test('is the one that was chosen last, however late the texts of another one come', async () => {
    const actor = createActor(languageMachine, { input: { first: 'zh-CN' } }).start()
    await waitFor(actor, (now) => now.matches('spoken'))
    actor.send({ type: 'choose', language: 'en' })
    actor.send({ type: 'choose', language: 'zh-CN' })
    await waitFor(actor, (now) => now.matches('spoken'))
    await import('../../../texts/en/signed-out.ts')
    await settled()
    const said = [actor.getSnapshot().context.language, i18n.language, document.documentElement.lang]
    expect(said).toEqual(['zh-CN', 'zh-CN', 'zh-CN'])
    actor.send({ type: 'choose', language: 'en' })
    await waitFor(actor, (now) => now.matches('spoken'))
    expect([i18n.language, document.documentElement.lang]).toEqual(['en', 'en'])
    actor.send({ type: 'choose', language: 'zh-CN' })
    await waitFor(actor, (now) => now.matches('spoken'))
    expect(i18n.language).toBe('zh-CN')
  })

  test('has the texts of what is opened after another one could not be had', async () => {
    const machine = languageMachine.provide({
      actors: {
        'fetch its texts': fromPromise<void, { language: Language }>(async ({ input }) => {
          await fetchTexts(input.language)
          if (input.language === 'en') throw new Error('no')
        }),
      },
    })
    const actor = createActor(machine, { input: { first: 'zh-CN' } }).start()
    await waitFor(actor, (now) => now.matches('spoken'))
    actor.send({ type: 'choose', language: 'en' })
    await waitFor(actor, (now) => now.matches('spoken'))
    await speakOf('printing')
    expect(i18n.getResource('zh-CN', 'translation', 'printing')).toBeDefined()
  })

  test('has the texts of what was opened while they were fetched', async () => {
    const coming = fetchTexts('en')
    await Promise.all([coming, speakOf('shortcuts')])
    for (const language of ['zh-CN', 'en']) expect(i18n.getResource(language, 'translation', 'shortcuts')).toBeDefined()
  })
})
