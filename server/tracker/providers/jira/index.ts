import type { Tracker } from '../../tracker.ts'
import { openSession } from './session.ts'
import { verifyWebhook } from './webhook.ts'

/** Jira Cloud: REST API, version 3. Teams are projects, and projects are epics; labels are just words. */
export const jira: Tracker = {
  provider: 'jira',
  name: 'Jira',
  defaultApiUrl: null,
  credentialKinds: ['basic'],
  unsupported: [],
  required: ['teamId'],
  maxTitleLength: 255,
  // Jira takes 32,767, and counts some for the structure, too; how many is not written down.
  maxDescriptionLength: 30_000,
  // `attach` makes a remote link, but no search finds an issue by it.
  hasAttachments: false,
  // A search looks into an index, which follows what happens by seconds.
  visibilityDelayMs: 60_000,
  // As it is: only a node of its own kind mentions somebody, and document.ts makes none. The `[~accountid:…]` of the
  // older markup is text here.
  escapeMentions: (text) => text,
  openSession: openSession,
  verifyWebhook,
}
