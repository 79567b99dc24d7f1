import type { Tracker } from '../../tracker.ts'
import { escapeMentions } from './mentions.ts'
import { openSession } from './session.ts'
import { verifyWebhook } from './webhook.ts'

/**
 * GitHub Issues through the REST API, version 2022-11-28. A team is a repository by full name, a project a milestone by
 * number, a label its name, and an assignee a login. GitHub Enterprise Server has its API at `https://<host>/api/v3`.
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
  // GitHub ends a request after ten seconds. Its lists may take as long again to show the result.
  visibilityDelayMs: 20_000,
  escapeMentions,
  openSession,
  verifyWebhook,
}
