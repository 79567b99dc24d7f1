import { defineMessages } from '#i18n/messages.ts'
import type { Role } from '#server/platform/authorization.ts'
import type { RoadmapStatus } from '#server/roadmap/schema.ts'
import type { Provider } from '#server/tracker/tracker.ts'

export const trackerNames = defineMessages({
  linear: 'Linear',
  github: 'GitHub',
  jira: 'Jira',
} satisfies Record<Provider, string>)

export const roadmapStatusLabels = defineMessages({
  planned: 'Planned',
  in_progress: 'In progress',
  done: 'Completed',
  closed: 'Closed',
} satisfies Record<RoadmapStatus, string>)

export const roleLabels = defineMessages({
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
} satisfies Record<Role, string>)

/** Names a tracker by a provider that may be unknown, as in an old event. */
export const trackerName = (provider: string): string => trackerNames[provider as Provider] ?? provider
