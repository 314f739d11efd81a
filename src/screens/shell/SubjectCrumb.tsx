import { createPortal } from 'react-dom'

/** The list of crumbs. */
export const crumbs = 'crumbs'

/** Names at the end of the breadcrumb whom the screen is about. */
export function SubjectCrumb({ name }: { name: string }) {
  const list = document.querySelector(`#${crumbs}`)
  return list && createPortal(<li data-last="true">{name}</li>, list)
}
