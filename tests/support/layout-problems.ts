import type { Page } from 'playwright'

/**
 * What stands wrong on a page that there is little room for: that it can be moved sideways, what can be pressed and lies over something
 * else that can, lists without room for rows, and buttons whose words are cut. Empty where everything is right.
 */
export const layoutProblems = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const problems: string[] = []
    /** In pixels: a header and some rows. */
    const rowsSeen = 100
    /** In pixels: some lines of what is scrolled. */
    const linesSeen = 60
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) problems.push(`the page is ${scrollWidth} px wide, and shows ${clientWidth}`)

    // The page is sent this one function, which brings its own.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}”`

    /** What is seen of an element: cut by all that cuts it off; undefined where nothing is. */
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    function seenOf(element: Element): DOMRect | undefined {
      let { left, top, right, bottom } = element.getBoundingClientRect()
      for (let above = element.parentElement; above !== null; above = above.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(above)
        const box = above.getBoundingClientRect()
        if (overflowX !== 'visible') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)]
        if (overflowY !== 'visible') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
      }
      return right - left < 1 || bottom - top < 1 ? undefined : new DOMRect(left, top, right - left, bottom - top)
    }

    const pressed = [
      ...document.querySelectorAll(
        'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=radio], [role=menuitem], [data-select]',
      ),
    ].filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    const seen = pressed.flatMap((element) => {
      const box = seenOf(element)
      return box === undefined ? [] : [{ element, box }]
    })
    type Seen = (typeof seen)[number]
    /** What stands wholly in a field is its own: the eye that shows a password. */
    const isIn = (field: Seen, { box }: Seen): boolean =>
      field.element.matches('input') &&
      box.left >= field.box.left &&
      box.right <= field.box.right &&
      box.top >= field.box.top &&
      box.bottom <= field.box.bottom
    for (const [at, one] of seen.entries())
      for (const other of seen.slice(at + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue
        if (isIn(one, other) || isIn(other, one)) continue
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        if (across > 1 && down > 1)
          problems.push(`${nameOf(one.element)} and ${nameOf(other.element)} overlap by ${across} × ${down}`)
      }

    for (const grid of document.querySelectorAll('[role=grid], .bp6-table-container'))
      if (grid.clientHeight < rowsSeen) problems.push(`a list has ${grid.clientHeight} px for its rows`)
    for (const region of document.querySelectorAll('main *')) {
      const { clientHeight: height, scrollHeight } = region
      const isScrolled = ['auto', 'scroll'].includes(getComputedStyle(region).overflowY) && scrollHeight > height + 1
      if (isScrolled && height < linesSeen) problems.push(`${region.className} shows ${height} px of ${scrollHeight}`)
    }

    for (const { element } of seen) {
      if (!element.matches('button, .bp6-button, [role=button], [role=tab], [role=radio]')) continue
      // The name of a row is a button in its cell, which is as wide as the operator wants it.
      if (element.closest('[role=gridcell], [role=columnheader]') !== null) continue
      for (const part of [element, ...element.querySelectorAll('*')]) {
        if (part.textContent?.trim() === '' || getComputedStyle(part).overflowX === 'visible') continue
        // What only readers of screens are told takes one pixel.
        if (part instanceof HTMLElement && part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1)
          problems.push(`${nameOf(element)} is cut: ${part.scrollWidth} in ${part.clientWidth}`)
      }
    }
    return problems
  })
