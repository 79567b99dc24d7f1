import type { AuditEvent } from '#server/audit/list.ts'

/** Returns the URL of the event's target, or null if it has no page or was deleted. */
export function targetUrl(workspacePath: string, { type, target, changes }: AuditEvent): string | null {
  const [group, verb] = type.split('.') as [string, string]
  if (target.title === null || verb === 'deleted') return null
  const pages: Record<string, string | null> = {
    feedback: `requests/${target.id}`,
    roadmap: `roadmap/${target.id}`,
    changelog: `changelog/${target.id}`,
    customer: `customers/${target.id}`,
    comment: commentThreadPath(changes),
    board: 'settings/boards',
    tag: 'settings/tags',
    api_key: 'settings/tokens',
    app: 'settings/apps',
    member: 'settings/members',
    import: `settings/import/${target.id}`,
    tracker: 'settings/tracker',
    channel: `settings/channels/${target.id}`,
    webhook: `settings/webhooks/${target.id}`,
  }
  const page = pages[group] ?? null
  return page === null ? null : `${workspacePath}/${page}`
}

function commentThreadPath({ feedbackId, entryId }: Record<string, unknown>): string | null {
  if (typeof feedbackId === 'string') return `requests/${feedbackId}`
  return typeof entryId === 'string' ? `changelog/${entryId}` : null
}
