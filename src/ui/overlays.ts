// What Blueprint opens above a screen, with all that places and moves it: fetched apart from the screens (late-overlays.ts).
import { bringKeysAbove } from './keys-above.ts'
import { wordWidgets } from './widget-words.ts'

export { ContextMenuPopover, Menu, MenuDivider, MenuItem, Overlay2, PopoverNext, Tooltip } from '@blueprintjs/core'

bringKeysAbove(document)
wordWidgets(document.body)
