/** What stands above the page, or takes what is typed until it does: keys that come to it are its own. */
export const standsAbove = '.bp6-portal, [role=dialog], [role=alertdialog], [data-passing]'
