import type { Identity } from './identity.ts'
import type { Server } from './server.ts'
import type { Overview } from './wire.ts'

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
