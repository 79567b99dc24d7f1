import type { SendPageData } from './load.ts'

/** The proposed issue and its choices, if the tracker could be asked. */
export type IssueFormData = Extract<NonNullable<SendPageData['preview']>, { kind: 'proposal' }>
