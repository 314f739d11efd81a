import type { Operation } from '../contract.ts'

/** The current notice; empty where there is none. */
export const maintainNotify: Operation<'maintainNotify'> = async ({ store }) =>
  (await store.notices.current()) ?? { content: '', updated_at: null }
