import type { Identity } from '../api/identity.ts'
import type { Server } from '../api/client.ts'
import type { Overview } from '../api/types.ts'

export const tabNames = ['ask', 'vote', 'news'] as const
export type TabName = (typeof tabNames)[number]

/** What of the widget is under one tab. */
export interface Section {
  element: HTMLElement
  /** Shows what has come; keeps what is being written. */
  show(overview: Overview): void
}

/** What sections stand on. */
export interface Ground {
  server: Server
  identity: Identity
}
