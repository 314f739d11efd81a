import type { Page } from 'playwright'

/** What opens over a screen, the last one on top. */
export const overlays =
  '[role=dialog], [role=alertdialog], .bp6-popover, .bp6-omnibar, .bp6-toast, [role=menu], aside[class*=panel], [class*=drawer][role]'

/** Enough to come around in any form. */
const maxPresses = 24

/**
 * What stands wrong in whatever lies on top of a page that there is little room for: what reaches beyond the window, what can be pressed
 * but can't be brought into sight, lies below something else or over what else can be pressed, and words that are cut.
 */
export const overlayProblems = (page: Page): Promise<readonly string[]> =>
  page.evaluate((selector) => {
    // The page is sent this one function, which brings its own.
    /* oxlint-disable unicorn/consistent-function-scoping */
    const problems: string[] = []
    const all = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    const top = all.findLast((one) => !all.some((other) => other !== one && other.contains(one)))
    if (top === undefined) return ['nothing is open']
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}”`
    const { innerWidth, innerHeight } = window
    const inside = ({ left, top: above, right, bottom }: DOMRect) =>
      left >= -1 && above >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1

    const box = top.getBoundingClientRect()
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      ((['auto', 'scroll'].includes(getComputedStyle(element).overflowY) &&
        element.scrollHeight > element.clientHeight) ||
        scrolls(element.parentElement))
    if (box.left < -1 || box.right > innerWidth + 1)
      problems.push(`it reaches from ${box.left} to ${box.right} of ${innerWidth} px across`)
    if (!inside(box) && !scrolls(top.parentElement) && document.documentElement.scrollHeight <= innerHeight)
      problems.push(`it reaches from ${box.top} to ${box.bottom} of ${innerHeight} px down, and isn't scrolled`)

    const pressed = [
      ...top.querySelectorAll(
        'button, a[href], input:not([type=file]), select, textarea, summary, [role=button], [role=tab], [role=radio], [role=menuitem], [role=option]',
      ),
    ].filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    const hidden = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width <= 1 || height <= 1
    }
    for (const element of pressed) {
      // A switch's own field is below what is drawn for it.
      if (hidden(element) || element.matches('.bp6-control input')) continue
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const at = element.getBoundingClientRect()
      const [x, y] = [at.left + at.width / 2, at.top + Math.min(at.height / 2, 20)]
      if (!inside(new DOMRect(at.left, at.top, at.width, Math.min(at.height, 40))))
        problems.push(`${nameOf(element)} can't be brought into sight`)
      else {
        const hit = document.elementFromPoint(x, y)
        if (
          hit !== null &&
          !element.contains(hit) &&
          !hit.contains(element) &&
          !element.closest('label')?.contains(hit)
        )
          problems.push(`${nameOf(element)} lies below ${nameOf(hit)}`)
      }
    }
    /** What is seen of an element: cut by all that cuts it off. */
    function seenOf(element: Element): DOMRect {
      let { left, top: above, right, bottom } = element.getBoundingClientRect()
      for (let around = element.parentElement; around !== null; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around)
        const cut = around.getBoundingClientRect()
        if (overflowX !== 'visible') [left, right] = [Math.max(left, cut.left), Math.min(right, cut.right)]
        if (overflowY !== 'visible') [above, bottom] = [Math.max(above, cut.top), Math.min(bottom, cut.bottom)]
      }
      return new DOMRect(left, above, Math.max(0, right - left), Math.max(0, bottom - above))
    }
    const boxes = pressed
      .filter((element) => !hidden(element) && !element.matches('.bp6-control input'))
      .map((element) => ({ element, at: seenOf(element) }))
      .filter(({ at }) => at.width > 0 && at.height > 0)
    for (const [place, one] of boxes.entries())
      for (const other of boxes.slice(place + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue
        // What stands in a field is its own: the eye that shows a password.
        if ([one, other].some(({ element }) => element.closest('.bp6-input-group, .bp6-tag-input') !== null)) continue
        const across = Math.min(one.at.right, other.at.right) - Math.max(one.at.left, other.at.left)
        const down = Math.min(one.at.bottom, other.at.bottom) - Math.max(one.at.top, other.at.top)
        if (across > 1 && down > 1)
          problems.push(`${nameOf(one.element)} and ${nameOf(other.element)} overlap by ${across} × ${down}`)
      }
    for (const element of top.querySelectorAll(
      'button, [role=menuitem], [role=tab], label, h1, h2, h3, h4, h5, h6, legend',
    ))
      for (const part of [element, ...element.querySelectorAll('*')]) {
        // What somebody named may be longer than any room for it: its title tells all of it.
        if (!(part instanceof HTMLElement) || part.textContent?.trim() === '' || part.closest('[title]') !== null)
          continue
        if (element.closest('[role=gridcell], [role=columnheader], .bp6-table-container') !== null) continue
        if (getComputedStyle(part).overflowX === 'visible' || !part.checkVisibility()) continue
        if (part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1)
          problems.push(`${nameOf(element)} is cut: ${part.scrollWidth} in ${part.clientWidth}`)
      }
    return [...new Set(problems)]
  }, overlays)

/** What the keyboard leads to in what lies on top, and can't be seen there: Tab in most, the arrows in menus. */
export async function focusProblems(page: Page): Promise<readonly string[]> {
  const problems = new Set<string>()
  const visited = new Set<string>()
  const isMenu = (await page.locator('[role=menu]').locator('visible=true').count()) > 0
  for (let presses = 0; presses < maxPresses; presses += 1) {
    await page.keyboard.press(isMenu ? 'ArrowDown' : 'Tab')
    const found = await page.evaluate((selector) => {
      const element = document.activeElement
      // The palette shows which of its finds would be taken; grids show which of their cells has the focus; ends of overlays are nothing to look at.
      if (element === null || element.closest(selector) === null) return undefined
      if (element.matches('[class*=focus-trap]') || element.closest('.bp6-omnibar, .bp6-table-container, [role=grid]'))
        return undefined
      const drawn = element.matches('.bp6-control input') ? (element.closest('label') ?? element) : element
      const { left, right, top, bottom, height } = drawn.getBoundingClientRect()
      const words = element.getAttribute('aria-label') ?? element.textContent ?? ''
      const name = `${element.tagName.toLowerCase()} “${words.trim().slice(0, 30)}” at ${Math.round(left)}`
      // Of a text that is longer than the window some lines are seen.
      const [from, to] = [Math.max(top, 0), Math.min(bottom, window.innerHeight)]
      if (left < -1 || right > window.innerWidth + 1 || to - from < Math.min(height, 30) - 2)
        return { name, problem: 'has the focus out of sight' }
      const at = [0.5, 0.1, 0.9].map((part) => document.elementFromPoint((left + right) / 2, from + (to - from) * part))
      if (!at.some((hit) => hit !== null && (drawn.contains(hit) || hit.contains(drawn))))
        return { name, problem: `has the focus below “${at[0]?.className}”` }
      const field = element.closest('.bp6-tag-input, .bp6-input-group, [class*=editor], label')
      const isRinged = [
        element,
        ...drawn.querySelectorAll('*'),
        ...(element.parentElement?.children ?? []),
        field,
      ].some((one) => {
        if (one === null) return false
        const { outlineStyle, outlineWidth, boxShadow, backgroundColor } = getComputedStyle(one)
        if (one === element && element.matches('[role=menuitem]') && backgroundColor !== 'rgba(0, 0, 0, 0)') return true
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
      })
      return { name, problem: isRinged ? '' : 'shows nothing of its focus' }
    }, overlays)
    if (found === undefined) continue
    if (visited.has(found.name) && presses > 3) break
    visited.add(found.name)
    if (found.problem !== '') problems.add(`${found.name} ${found.problem}`)
  }
  return [...problems]
}

/** What may be said in Latin letters to who reads Chinese: SPEC's own words, names of things, and what people typed. */
const named =
  /^(?:Dashboard|Home|Log Out|EN|CPU|admin|manager|element|Pixel \d\w*|[\w-]*\d[\w.: -]*|#[\da-f]{6}|https?:.*|frp\.example\.com|#!.*)$/s

/** Names and hints on the page that are of Latin words alone: read aloud, they are English among Chinese. */
export async function englishNames(page: Page): Promise<readonly string[]> {
  const names = await page.evaluate(() => {
    const places = '[aria-label], [title], [placeholder], [aria-roledescription], svg title'
    const said = [...document.body.querySelectorAll(places)].flatMap((one) => [
      ...['aria-label', 'title', 'placeholder', 'aria-roledescription'].map((name) => one.getAttribute(name) ?? ''),
      one.tagName === 'title' ? one.textContent : '',
    ])
    return [...new Set(said)].filter((text) => /[a-z]{2}/i.test(text) && !/\p{Script=Han}/u.test(text))
  })
  return names.filter((name) => !named.test(name))
}
