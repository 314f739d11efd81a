import type { zhCN } from './zh-CN.ts'
import type { zhCNSignedIn } from './zh-CN-signed-in.ts'

/** Everything that the console says: complete in Chinese. */
export type Texts = typeof zhCN & typeof zhCNSignedIn
