// Imported for its effect: the console learns what it says to those who have signed in.
import { i18n } from './i18n.ts'
import { zhCNSignedIn } from './zh-CN-signed-in.ts'

i18n.addResourceBundle('zh-CN', 'translation', zhCNSignedIn, true)
