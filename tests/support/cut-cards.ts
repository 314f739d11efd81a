import type { Page } from 'playwright'

/**
 * What is seen of in part on the cards of a list: a chip whose lower edge lies below the card's last line, words that are higher than the
 * box that they stand in. What begins below the last line is not seen at all, and words end in three dots on the right.
 */
export const cutOnCards = (page: Page): Promise<readonly string[]> =>
  page.locator('[role=grid] [role=row]:has([role=gridcell])').evaluateAll((cards) => {
    /** In pixels; a line of a frame may be drawn at half of one. */
    const less = 0.75
    const cut = cards.flatMap((card) => {
      const { left, right, top, bottom } = card.getBoundingClientRect()
      if (!card.checkVisibility() || bottom - top < 60) return []
      // The strip at the bottom of a card hides what it has no room for.
      const last = bottom - Number.parseFloat(getComputedStyle(card, '::after').height)
      return [...card.querySelectorAll<HTMLElement>('[role=gridcell], [role=gridcell] *')].flatMap((part) => {
        const box = part.getBoundingClientRect()
        if (
          !part.checkVisibility() ||
          box.width < 1 ||
          box.height < 1 ||
          part.closest('[data-kind=actions], [data-select], [data-grip]')
        )
          return []
        const name = `“${part.textContent}” of “${card.textContent.slice(0, 20)}”`
        if (box.top < last - less && box.bottom > last + less)
          return [`${name} ends ${box.bottom - last} px below the card`]
        if (box.top < last && (box.left < left || box.right > right)) return [`${name} lies beside the card`]
        const isHigher = getComputedStyle(part).overflowY !== 'visible' && part.scrollHeight > part.clientHeight + 1
        return isHigher && box.top < last ? [`${name} is ${part.scrollHeight} px high in ${part.clientHeight}`] : []
      })
    })
    return [...new Set(cut)]
  })
