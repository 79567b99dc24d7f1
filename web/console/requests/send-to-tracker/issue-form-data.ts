import type { SendPageData } from './load.ts'

/** What the tracker would be given, where it could be asked. */
export type IssueFormData = Extract<NonNullable<SendPageData['asked']>, { kind: 'proposal' }>
