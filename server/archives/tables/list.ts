import type { Tables } from '../../tables.ts'
import type { ArchivedTable } from '../format.ts'
import { announcements, changelog, changelogFeedback, changelogTags, covers, reactions } from './changelog.ts'
import { companies, consents, customerNames, customers, members, subscriptions, views } from './people.ts'
import {
  boards,
  comments,
  edits,
  feedback,
  feedbackTags,
  follows,
  importedRecords,
  importedVotes,
  mentions,
  merges,
  pendingComments,
  pendingEdits,
  reportEvidence,
  reports,
  roadmap,
  submissions,
  tags,
  votes,
} from './requests.ts'
import { events, files, settings, trackerConnections, trackerLinks, webhooks } from './workspace.ts'

/** The tables of an archive, in the order of an import: records come after those that they refer to. */
export const archivedTables: ArchivedTable[] = [
  boards,
  companies,
  customers,
  subscriptions,
  members,
  tags,
  // Before the texts, so that a text that refers to a file is recorded as its use.
  files,
  settings,
  feedback,
  submissions,
  feedbackTags,
  votes,
  follows,
  merges,
  roadmap,
  changelog,
  changelogTags,
  changelogFeedback,
  covers,
  reactions,
  announcements,
  comments,
  mentions,
  pendingComments,
  edits,
  pendingEdits,
  reports,
  reportEvidence,
  customerNames,
  consents,
  views,
  importedRecords,
  importedVotes,
  trackerConnections,
  trackerLinks,
  webhooks,
  events,
]

const secret = 'a secret, or derived from one'
const session = 'a session, or a step of signing in'
const ofAccount = 'a person’s account, which belongs to the instance and not to a workspace'
const mailing = 'the progress of mail, which an import must not send again; kept for a limited time'
const inbox = 'a member’s inbox, which begins empty for the person who accepts the invitation'
const request = 'recognizes repeated requests, or limits them'
const derived = 'derived from other rows'
const process = 'the state of this instance'
const importState = 'the state of imports, which can be undone here only'

/** The tables that are left out, with the reason. */
export const tablesLeftBehind: Partial<Record<keyof Tables | 'schema_migrations' | 'rate_limit_windows', string>> = {
  account_challenges: session,
  account_codes: session,
  account_credentials: ofAccount,
  account_links: secret,
  account_oauth_artifacts: session,
  account_sessions: session,
  account_totp: secret,
  accounts: ofAccount,
  api_keys: secret,
  app_authorizations: 'the access of an app, which a person must grant again',
  app_registrations: 'the access of an app, which a person must grant again',
  app_tokens: secret,
  archive_imports: importState,
  archived_additions: importState,
  archived_records: importState,
  audit_events: 'the audit log says what happened in this workspace of this instance (contract, part two, section 6)',
  channel_notices: mailing,
  consumed_sso_tokens: session,
  customer_codes: session,
  customer_sessions: session,
  event_counters: derived,
  exports: process,
  file_removals: process,
  file_uses: derived,
  idempotency_leases: request,
  idempotency_records: request,
  import_changes: importState,
  import_problems: importState,
  imports: importState,
  invitations: secret,
  member_mails: inbox,
  member_notifications: inbox,
  notification_deliveries: mailing,
  notification_digests: mailing,
  notification_events: mailing,
  portal_domains: 'the ownership of a custom domain must be verified again',
  portal_sso_secrets: secret,
  rate_limit_windows: request,
  schema_migrations: process,
  tracker_webhook_deliveries: request,
  webhook_deliveries: mailing,
  workspace_usage: derived,
}
