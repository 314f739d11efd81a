import { createElement, type ComponentType, type ReactNode } from 'react'
import { late } from './late.ts'
import type * as Overlays from './overlays.ts'

/** What opens above screens, which are drawn without it. */
export const overlays = late(() => import('./overlays.ts'))

/** Blueprint's component of this name, for what is drawn above a screen alone, where it is at hand. */
function overlay<Name extends keyof typeof Overlays>(name: Name): (typeof Overlays)[Name] {
  function Overlay(props: object): ReactNode {
    return createElement(overlays.useCode()[name] as ComponentType, props)
  }
  return Overlay as unknown as (typeof Overlays)[Name] // It takes what that takes, and passes it on.
}

export const Menu = overlay('Menu')
export const MenuDivider = overlay('MenuDivider')
export const MenuItem = overlay('MenuItem')
