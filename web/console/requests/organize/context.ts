import type { StageChanges } from '../stage-changes/use-stage-changes.tsx'
import type { OrganizeChoices } from './load-choices.ts'

/** What the list gives to the request that is open beside it. */
export interface RequestsContext {
  /** Sends changes. They outlive the request page, which may close before the server has answered. */
  changes: StageChanges
  choices: OrganizeChoices
}
