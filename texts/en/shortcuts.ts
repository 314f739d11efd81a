import type { Shape } from '../shape.ts'
import type { shortcuts as chinese } from '../zh-CN/shortcuts.ts'

/** What keys do, by where they do it. */
export const shortcuts = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  everywhere: {
    title: 'Everywhere',
    find: 'Find a screen, a shop, a phone or an action',
    list: 'Show the shortcuts',
    listAnyhow: 'Also while you write or operate a phone',
    leave: 'Close what is in front',
  },
  rows: {
    title: 'Lists',
    filter: 'Filter; then ↓ leads into the list',
    move: 'One row up or down',
    page: 'One screen up or down',
    ends: 'First or last row',
    aside: 'Move within the row',
    open: 'Open',
    menu: 'Open the menu',
    select: 'Select or deselect',
    extend: 'Select on and on',
    carry: 'Move the row up or down, where the list has an order',
    all: 'Select all',
    copy: 'Copy the cell, or the selected rows',
    clear: 'Deselect all',
  },
  columns: {
    title: 'Column headers',
    width: 'Change the width',
    move: 'Move the column',
  },
  sheet: {
    title: 'Sheet of an import',
    undo: 'Take the last step back',
    fill: 'Fill down',
    paste: 'Paste',
  },
  form: {
    title: 'Forms',
    submit: 'Submit from a text of several lines',
  },
  phone: {
    title: 'Screen of a phone',
    next: 'Close, and open the next shop',
    paste: 'Paste a text into the phone',
    pinch: 'Pinch and turn with two fingers',
    drag: 'Drag with two fingers',
    back: 'Back',
    home: 'Home',
  },
  mouse: {
    drag: 'drag',
    right: 'right button',
    middle: 'middle button',
  },
} as const satisfies Shape<typeof chinese>
