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
  const named = { rules: { 'label-content-name-mismatch': { enabled: true } } }
  const { violations } = await new AxeBuilder({ page }).options(named).disableRules(but).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
