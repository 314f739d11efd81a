import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

/**
 * What axe finds wrong with a page, by rule and first element, also whether buttons are named by what they show. The screen
 * arrives after its frame, and what fades in has less contrast on its way: both are waited for.
 *
 * @param but rules that are left out
 */
export async function violationsOf(page: Page, ...but: string[]): Promise<string[]> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  const asked = {
    rules: { 'label-content-name-mismatch': { enabled: true } },
    resultTypes: ['violations' as const],
    // Nothing is fetched once more for axe: of the rules that run, only one on sounds that begin by themselves would want that.
    preload: false,
  }
  // Legacy is: without a second page to bring together what frames of other sites say, of which a console has none. Both that and what
  // is well would cost three times what axe does.
  const axe = new AxeBuilder({ page }).setLegacyMode().options(asked).disableRules(but)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
