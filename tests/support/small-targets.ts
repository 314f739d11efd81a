import type { Page } from 'playwright'

/**
 * What a finger presses in a part of the page and is less than 44 px wide or high. Judged is what a tap in its middle reaches: what lies
 * below something else isn't pressed there. A link among words is as high as their line.
 */
export const smallTargets = (page: Page, part = 'body'): Promise<readonly string[]> =>
  page
    .locator(part)
    .filter({ visible: true })
    .last()
    .evaluate((root) => {
      /** In pixels; a line of a frame may be drawn at half of one. */
      const finger = 43.5
      const pressed = root.querySelectorAll(
        'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=radio], [role=menuitem], [role=option], [data-select]',
      )
      // The page is sent this one function, which brings its own.
      // oxlint-disable-next-line unicorn/consistent-function-scoping
      function isAmongWords(link: Element): boolean {
        const words = [...(link.parentElement?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE)
        return getComputedStyle(link).display === 'inline' && words.some((node) => node.textContent?.trim() !== '')
      }
      const small = [...pressed].flatMap((element) => {
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
        // To press the words beside a box is to press the box.
        const isBox = element.matches('[type=checkbox], [type=radio]')
        const target = (isBox ? element.closest('label') : null) ?? element
        target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        const { left, top, width, height } = target.getBoundingClientRect()
        const hit = document.elementFromPoint(left + width / 2, top + height / 2)
        if (hit === null || !target.contains(hit) || isAmongWords(element)) return []
        // What covers a whole card is its name's.
        const { width: across, height: down } = getComputedStyle(target, '::after')
        const around = getComputedStyle(target, '::after').position === 'absolute'
        const [wide, high] = around
          ? [Math.max(width, Number.parseFloat(across)), Math.max(height, Number.parseFloat(down))]
          : [width, height]
        if (wide >= finger && high >= finger) return []
        const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
        return [
          `${element.tagName.toLowerCase()} “${name.trim().slice(0, 30)}” ${Math.round(wide)} × ${Math.round(high)}`,
        ]
      })
      return [...new Set(small)]
    })
