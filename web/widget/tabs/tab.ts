import type { ApiClient } from '../api/client.ts'
import type { VisitorIdentity } from '../api/identity.ts'
import type { WidgetOverview } from '../api/types.ts'

export const tabNames = ['ask', 'vote', 'news'] as const
export type TabName = (typeof tabNames)[number]

/** What of the widget is under one tab. */
export interface TabView {
  element: HTMLElement
  /** Shows what has come; keeps what is being written. */
  show(overview: WidgetOverview): void
}

/** What sections stand on. */
export interface WidgetContext {
  api: ApiClient
  identity: VisitorIdentity
}
