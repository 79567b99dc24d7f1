import type { Sending } from './load.ts'

/** What the tracker would be given, where it could be asked. */
export type Proposal = Extract<NonNullable<Sending['asked']>, { kind: 'proposal' }>
