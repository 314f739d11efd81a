import type { Page } from 'playwright'

/** The product's title is what it is (SPEC §2), and Chinese calls itself so. */
const alwaysChinese = ['云机控制台', '简体中文', '中文']

/** What stands on the page in Chinese, or is said of something there, but for what somebody has named so. */
export async function chineseOn(page: Page, named: readonly string[] = []): Promise<string[]> {
  const labels = await page
    .locator('[aria-label], [title], [placeholder]')
    .evaluateAll((all) =>
      all.flatMap((one) => ['aria-label', 'title', 'placeholder'].map((name) => one.getAttribute(name))),
    )
  const without = (text: string) => [...named, ...alwaysChinese].reduce((rest, name) => rest.replaceAll(name, ''), text)
  return [await page.locator('body').innerText(), ...labels]
    .flatMap((text) => without(text ?? '').split('\n'))
    .filter((line) => /\p{Script=Han}/u.test(line))
}
