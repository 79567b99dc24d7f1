import type { Tracker } from '../../tracker.ts'
import { escapeMentions } from './mentions.ts'
import { openSession } from './session.ts'
import { verifyWebhook } from './webhook.ts'

/**
 * GitHub Issues, over the REST API (version 2022-11-28). A team is a repository by its full name, a project one of its
 * milestones by number, a label its name, an assignee their login. GitHub Enterprise Server has its API at
 * `https://<host>/api/v3`.
 */
export const github: Tracker = {
  provider: 'github',
  name: 'GitHub',
  defaultApiUrl: 'https://api.github.com',
  credentialKinds: ['token', 'app'],
  unsupported: ['priority'],
  required: ['teamId'],
  maxTitleLength: 256,
  maxDescriptionLength: 65_536,
  hasAttachments: false,
  // GitHub ends a request after ten seconds; as long again for its lists to show what came of it.
  visibilityDelayMs: 20_000,
  escapeMentions,
  openSession: openSession,
  verifyWebhook,
}
