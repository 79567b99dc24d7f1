import type { Tracker } from '../../tracker.ts'
import { openSession } from './session.ts'
import { verifyWebhook } from './webhook.ts'

/** Jira Cloud through the REST API, version 3. A team is a project, a project an epic, and a label any word. */
export const jira: Tracker = {
  provider: 'jira',
  name: 'Jira',
  defaultApiUrl: null,
  credentialKinds: ['basic'],
  unsupported: [],
  required: ['teamId'],
  maxTitleLength: 255,
  // Jira accepts 32,767, which includes an undocumented amount for the document structure.
  maxDescriptionLength: 30_000,
  // `attachBacklink` creates a remote link, but no search finds an issue by it.
  hasAttachments: false,
  // Searches use an index that lags behind by seconds.
  visibilityDelayMs: 60_000,
  // Nothing to escape: only a mention node mentions someone, and markdown-to-adf.ts creates none. The `[~accountid:…]`
  // of the older markup is plain text here.
  escapeMentions: (text) => text,
  openSession,
  verifyWebhook,
}
