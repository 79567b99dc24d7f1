import type { ApiClient } from '../api/client.ts'
import type { VisitorIdentity } from '../api/identity.ts'
import type { WidgetOverview } from '../api/types.ts'

export const tabNames = ['ask', 'vote', 'news'] as const
export type TabName = (typeof tabNames)[number]

/** The content of one tab. */
export interface TabView {
  element: HTMLElement
  /** Shows new data and keeps the text being written. */
  show(overview: WidgetOverview): void
}

/** The dependencies of the tabs. */
export interface WidgetContext {
  api: ApiClient
  identity: VisitorIdentity
}
