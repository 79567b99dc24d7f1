import type { AuditEventType } from '#server/audit/record.ts'

/** What somebody has done, up to the name of what they did it to. */
const eventPhrases: Record<AuditEventType, string> = {
  'api_key.created': 'made the API token',
  'api_key.revoked': 'revoked the API token',
  'api_key.rotated': 'rotated the API token',
  'board.created': 'made the board',
  'board.deleted': 'deleted the board',
  'board.reordered': 'put the boards in another order',
  'board.updated': 'changed the board',
  'changelog.created': 'began the entry',
  'changelog.deleted': 'deleted the entry',
  'changelog.published': 'published',
  'changelog.reaction_added': 'reacted to',
  'changelog.reaction_removed': 'took back a reaction to',
  'changelog.updated': 'changed the entry',
  'comment.created': 'commented on',
  'comment.deleted': 'deleted a comment on',
  'customer.added': 'added the customer',
  'customer.deleted': 'deleted the customer',
  'customer.list_exported': 'exported the list of customers',
  'customer.preferences_updated': 'changed which mail goes to',
  'customer.resubscribed': 'resumed mail to',
  'customer.unsubscribed': 'stopped mail to',
  'customer.updated': 'changed the customer',
  'feedback.created': 'filed',
  'feedback.deleted': 'deleted the request',
  'feedback.merged': 'merged',
  'feedback.promoted': 'put on the roadmap',
  'feedback.sent_to_tracker': 'sent to the tracker',
  'feedback.stage_changed': 'moved',
  'feedback.status_changed': 'moderated',
  'feedback.tracker_unlinked': 'ended the tracker link of',
  'feedback.unmerged': 'took back the merging of',
  'feedback.unvoted': 'took back a vote on',
  'feedback.updated': 'changed the text of',
  'feedback.voted': 'voted for',
  'member.invitation_revoked': 'took back the invitation of',
  'member.invited': 'invited',
  'member.joined': 'joined the team:',
  'member.left': 'left the team:',
  'member.removed': 'removed from the team',
  'member.role_changed': 'changed the role of',
  'portal.sso_secret_revoked': 'ended a secret of the portal that had been replaced',
  'portal.sso_secret_created': 'made the secret of the portal',
  'portal.sso_secret_rotated': 'rotated the secret of the portal',
  'portal.sso_secret_revealed': 'looked at the secret of the portal',
  'portal.updated': 'changed the settings of the portal',
  'portal.widget_token_rotated': 'renewed the token of the widget',
  'roadmap.created': 'made the roadmap item',
  'roadmap.deleted': 'deleted the roadmap item',
  'roadmap.reordered': 'moved on the roadmap',
  'roadmap.status_changed': 'moved on the roadmap',
  'roadmap.updated': 'changed the roadmap item',
  'tag.created': 'made the tag',
  'tag.deleted': 'deleted the tag',
  'tag.updated': 'changed the tag',
  'tracker.configured': 'changed how the tracker goes together with stages:',
  'tracker.connected': 'connected the tracker',
  'tracker.disconnected': 'disconnected the tracker',
  'tracker.webhook_secret_rotated': 'made a new secret for the webhook of',
  'workspace.created': 'made the workspace',
  'workspace.mail_resumed': 'resumed mail to addresses that had refused it',
  'workspace.mail_sender_updated': 'changed how mail is signed',
  'workspace.updated': 'changed the settings of the workspace',
}

/** What an event says all by itself. */
const isSelfContained = (type: AuditEventType): boolean =>
  /^(workspace|portal)\./.test(type) || type === 'board.reordered' || type === 'customer.list_exported'

/** What was done, and whether the name of what it was done to follows. Who joined is named as who did it. */
export function describeEvent(type: AuditEventType, isByTarget: boolean): { did: string; namesTarget: boolean } {
  if (type === 'member.joined' && isByTarget) return { did: 'joined the team', namesTarget: false }
  return { did: eventPhrases[type], namesTarget: !isSelfContained(type) }
}

const members: Record<string, string> = {
  acceptsRequests: 'Takes requests',
  access: 'Who reads it',
  accentColor: 'Accent colour',
  boardName: 'Board',
  bodyLength: 'Length of the text',
  descriptionLength: 'Length of the description',
  endedLinks: 'Links that ended',
  expiresAt: 'Expires',
  host: 'Host name',
  isPublic: 'Public',
  logoUrl: 'Logo',
  reviewsNew: 'Review of new requests',
  productStage: 'Product stage',
  replyTo: 'Answers go to',
  scheduledPublishAt: 'Scheduled for',
  scheduledTimezone: 'Zone of the schedule',
  senderName: 'Sender name',
  sendsContext: 'Sends private context',
  showsChangelog: 'Shows the changelog',
  showsRequests: 'Shows requests',
  showsRoadmap: 'Shows the roadmap',
  sortOrder: 'Place',
  targetDelivery: 'Target',
  timeZone: 'Time zone',
  versionLabel: 'Version',
  widgetGeneration: 'Token of the widget',
  widgetOrigins: 'Origins of the widget',
  withRequests: 'With their requests',
}

const count = new Intl.NumberFormat('en')

/** Texts of the audit log. */
export const auditMessages = {
  about: 'Everything that was changed in this workspace: by your team, by API tokens, by customers and by Heed itself.',
  list: 'What has happened, the last first',
  filters: 'Filters',
  group: 'About',
  allGroups: 'Everything',
  groups: {
    api_key: 'API tokens',
    board: 'Boards',
    changelog: 'Changelog',
    comment: 'Comments',
    customer: 'Customers',
    feedback: 'Requests',
    member: 'Members',
    portal: 'Portal',
    roadmap: 'Roadmap',
    tag: 'Tags',
    tracker: 'Tracker',
    workspace: 'Workspace',
  } as Record<string, string>,
  actor: 'By',
  allActors: 'Everybody',
  members: 'Members',
  tokens: 'API tokens',
  period: 'When',
  periods: {
    any: 'At any time',
    day: 'Last 24 hours',
    week: 'Last 7 days',
    month: 'Last 30 days',
    quarter: 'Last 90 days',
  },
  show: 'Show',
  nobody: {
    system: 'Heed',
    key: 'An API token',
    member: 'A former member',
    customer: 'A customer',
  },
  gone: 'something that is gone',
  via: (agent: string) => `with ${agent}`,
  details: 'Details',
  request: 'Request id',
  member: (name: string) => members[name] ?? humanize(name),
  nothing: 'nothing',
  yes: 'yes',
  no: 'no',
  became: 'became',
  and: (more: number) => `and ${count.format(more)} more`,
  first: 'Back to the newest',
  empty: 'Nothing of this kind has happened',
  emptyText: 'Take a filter off to see more.',
  clear: 'Show everything',
}

/** `stageMapping.backlog` as "Stage mapping, backlog". */
function humanize(name: string): string {
  const words = name
    .replaceAll(/[._]/g, ', ')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, capital: string) => `${before} ${capital.toLowerCase()}`)
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
