import type { KyselyPlugin, RootOperationNode } from 'kysely'

/** Statements that are written out stand as text. */
const changes = /\b(insert\s+into|delete\s+from|update\s+\w+\s+(as\s+\w+\s+)?set)\b/i

function writes(node: RootOperationNode): boolean {
  return node.kind === 'RawNode' ? changes.test(node.sqlFragments.join('')) : node.kind !== 'SelectQueryNode'
}

/** Lets queries read alone: whatever would change a row throws before it is sent. */
export const readingOnly: KyselyPlugin = {
  transformQuery({ node }) {
    if (writes(node)) throw new Error('what is written belongs into a transaction')
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}
