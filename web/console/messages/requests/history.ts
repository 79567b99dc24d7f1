import { formatList, formatTargetDelivery, type TargetDelivery } from '#i18n/format.ts'
import { defineMessages } from '#i18n/messages.ts'
import type { HistoryEvent } from '#server/audit/history.ts'
import { moderationLabels, stageLabels } from '../../../ui/messages.ts'
import { roadmapStatusLabels, trackerName } from '../labels.ts'

type Change<T = string> = [from: T | null, to: T | null] | undefined
type Changes = Record<string, unknown> & {
  stage?: Change
  status?: Change
  itemStatus?: Change
  title?: Change | string
  descriptionLength?: Change<number>
  targetDelivery?: Change<TargetDelivery>
  owner?: Change
  ownerId?: Change
  board?: Change
  added?: { name: string }[]
  removed?: { name: string }[]
}

const actors = defineMessages({
  system: 'Heed',
  key: 'API token {name}',
  deletedKey: 'A deleted API token',
  app: 'The app {name}',
  customer: 'A customer',
  formerMember: 'A former team member',
})

// Each text follows the name of the actor: "Mara" + "changed the stage …".
const actions = defineMessages({
  changed: 'changed it',
  created: { key: 'added it through the API', customer: 'submitted it', other: 'added it' },
  stage: 'changed the stage from {from} to {to}',
  merged: { here: 'merged “{title}” into it', away: 'merged it into another request' },
  unmerged: { here: 'undid the merge of “{title}”', away: 'made it a separate request again' },
  voted: { customer: 'voted for it', other: 'added a vote for a customer' },
  unvoted: { customer: 'withdrew their vote', other: 'removed a customer’s vote' },
  editHeld: 'submitted an edit for review',
  editWithdrawn: 'withdrew their edit',
  editApproved: 'approved the author’s edit',
  editRejected: 'rejected the author’s edit',
  editReopened: 'sent the author’s edit back to review',
  authorRemoved: 'removed their name from it',
  submitterConfirmed: 'confirmed the email address they sent with it',
  followed: 'followed it',
  unfollowed: 'stopped following it',
  sent: 'sent it to {tracker} as {issue}',
  mailCanceled: 'canceled the email about it',
  votersExported: 'exported the list of its voters',
  reported: 'reported it',
  reportsDismissed: 'kept it after a report',
  unlinked: 'found that its issue was deleted',
  reordered: 'moved it within its roadmap column',
  removedFromRoadmap: 'took it off the roadmap',
  movedOnRoadmap: 'moved it on the roadmap',
  changedOnRoadmap: 'changed it on the roadmap',
  addedToRoadmap: 'put it on the roadmap as {status}',
  putOnRoadmap: 'put it on the roadmap',
  itemMoved: 'moved it on the roadmap from {from} to {to}',
  targeted: 'set the target to {target}',
  untargeted: 'removed the target',
  request: { renamed: 'renamed it from “{from}” to “{to}”', changed: 'changed it' },
  item: {
    renamed: 'renamed the roadmap item from “{from}” to “{to}”',
    changed: 'changed the roadmap item',
  },
  described: 'edited the description',
  owner: {
    assigned: 'assigned this to {name}',
    taken: 'took this on',
    removed: 'removed the owner',
    someone: 'a former team member',
  },
  board: 'moved it from the {from} board to {to}',
  tags: {
    added: 'added the {count, plural, one {tag} other {tags}} {names}',
    changed: 'changed its tags',
    removed: 'removed the {count, plural, one {tag} other {tags}} {names}',
  },
})

const decisions = defineMessages({
  approved: 'approved it',
  rejected: 'rejected it',
  spam: 'marked it as spam',
  pending: 'sent it back to review',
  other: 'changed the status to {status}',
  previously: '{decision} (previously {status})',
  withStage: '{decision} ({from} → {to})',
})

/** Names whoever acted, to begin the sentence. */
export function historyActor({ actor: { type, name, keyPrefix } }: HistoryEvent): string {
  if (type === 'system') return actors.system
  const keyName = name ?? keyPrefix
  if (type === 'key') return keyName === null ? actors.deletedKey : actors.key({ name: keyName })
  if (type === 'app' && name !== null) return actors.app({ name })
  return name ?? (type === 'customer' ? actors.customer : actors.formerMember)
}

const mail = defineMessages({
  emailed: 'Emailed {count, plural, one {# person} other {# people}}',
  notEmailed: 'No one was emailed',
})

/** Says who was told; null if it is nobody or not known. */
export function historyMail({ emailed, changes }: Pick<HistoryEvent, 'emailed' | 'changes'>): string | null {
  if (emailed !== null) return mail.emailed({ count: emailed })
  return changes.notified === false ? mail.notEmailed : null
}

/** Says what they did, to continue the sentence. */
export function historyText({ type, actor, changes }: Pick<HistoryEvent, 'type' | 'actor' | 'changes'>): string {
  if (type === 'feedback.owner_changed') return describeOwner(changes as Changes, actor.id)
  const describe = sentences[type as keyof typeof sentences]
  return describe === undefined ? actions.changed : describe(changes as Changes, actor.type)
}

const byCustomer = <T>(messages: { customer: T; other: T }, actor: string): T =>
  actor === 'customer' ? messages.customer : messages.other

const sentences = {
  'feedback.created': (_: Changes, actor: string) =>
    actor === 'key' || actor === 'app' ? actions.created.key : byCustomer(actions.created, actor),
  'feedback.updated': (changes: Changes) => describeEdits(changes, actions.request),
  'feedback.author_removed': () => actions.authorRemoved,
  'feedback.edit_held': () => actions.editHeld,
  'feedback.edit_withdrawn': () => actions.editWithdrawn,
  'feedback.edit_reviewed': ({ status }: Changes) => describeEditDecision(status),
  'feedback.submitter_confirmed': () => actions.submitterConfirmed,
  'feedback.followed': () => actions.followed,
  'feedback.unfollowed': () => actions.unfollowed,
  'feedback.stage_changed': (changes: Changes) => describeStage(changes) ?? describeDecision(changes),
  'feedback.status_changed': (changes: Changes) => describeDecision(changes),
  'feedback.promoted': (changes: Changes) => describePromotion(changes),
  'feedback.board_changed': ({ board }: Changes) => actions.board({ from: board?.[0] ?? '?', to: board?.[1] ?? '?' }),
  'feedback.tags_changed': (changes: Changes) => describeTags(changes),
  'feedback.mail_canceled': () => actions.mailCanceled,
  'feedback.merged': ({ intoId, title }: Changes) =>
    intoId === undefined ? actions.merged.here({ title: String(title) }) : actions.merged.away,
  'feedback.unmerged': ({ restoredId, title }: Changes) =>
    restoredId === undefined ? actions.unmerged.away : actions.unmerged.here({ title: String(title) }),
  'feedback.voted': (_: Changes, actor: string) => byCustomer(actions.voted, actor),
  'feedback.unvoted': (_: Changes, actor: string) => byCustomer(actions.unvoted, actor),
  'feedback.sent_to_tracker': ({ provider, issue }: Changes) =>
    actions.sent({ tracker: trackerName(String(provider)), issue: String(issue) }),
  'feedback.tracker_unlinked': () => actions.unlinked,
  'feedback.reported': () => actions.reported,
  'feedback.reports_dismissed': () => actions.reportsDismissed,
  'feedback.voters_exported': () => actions.votersExported,
  'roadmap.created': ({ status }: Changes) => actions.addedToRoadmap({ status: itemStatusLabel(status) }),
  'roadmap.updated': (changes: Changes) => describeEdits(changes, actions.item),
  'roadmap.status_changed': (changes: Changes) => describeItemStatus(changes) ?? actions.movedOnRoadmap,
  'roadmap.reordered': () => actions.reordered,
  'roadmap.deleted': () => actions.removedFromRoadmap,
}

const itemStatusLabel = (status: unknown): string =>
  roadmapStatusLabels[status as keyof typeof roadmapStatusLabels] ?? String(status)
const stageLabel = (stage: unknown): string => stageLabels[stage as keyof typeof stageLabels] ?? String(stage)

const hasChanged = (change: Change): change is NonNullable<Change> => change !== undefined && change[0] !== change[1]

/** Describes a stage change; undoing a promotion takes the item off the roadmap again. */
function describeStage({ stage, itemStatus }: Changes): string | null {
  const parts = [
    ...(hasChanged(stage) ? [actions.stage({ from: stageLabel(stage[0]), to: stageLabel(stage[1]) })] : []),
    ...(itemStatus?.[1] === null ? [actions.removedFromRoadmap] : []),
  ]
  return parts.length === 0 ? null : formatList(parts)
}

function describeDecision({ status: statusChange, stage }: Changes): string {
  const [from, to] = statusChange ?? []
  const known = to === 'approved' || to === 'rejected' || to === 'spam' || to === 'pending'
  const decision = known ? decisions[to] : decisions.other({ status: String(to) })
  const wasDecided = from === 'rejected' || from === 'spam'
  const text = wasDecided ? decisions.previously({ decision, status: moderationLabels[from].toLowerCase() }) : decision
  if (!hasChanged(stage)) return text
  return decisions.withStage({ decision: text, from: stageLabel(stage[0]), to: stageLabel(stage[1]) })
}

function describeEditDecision(change: Change): string {
  const to = change?.[1]
  if (to === 'approved') return actions.editApproved
  return to === 'rejected' ? actions.editRejected : actions.editReopened
}

function describeItemStatus({ itemStatus }: Changes): string | null {
  if (!hasChanged(itemStatus)) return null
  const [from, to] = itemStatus
  return from === null
    ? actions.addedToRoadmap({ status: itemStatusLabel(to) })
    : actions.itemMoved({ from: itemStatusLabel(from), to: itemStatusLabel(to) })
}

function describeOwner({ ownerId, owner }: Changes, actorId: string | null): string {
  const to = ownerId?.[1] ?? null
  if (to === null) return actions.owner.removed
  return to === actorId ? actions.owner.taken : actions.owner.assigned({ name: owner?.[1] ?? actions.owner.someone })
}

function describeTags({ added = [], removed = [] }: Changes): string {
  const names = (tags: { name: string }[]) => ({
    count: tags.length,
    names: formatList(tags.map(({ name }) => `“${name}”`)),
  })
  const parts = [
    ...(added.length > 0 ? [actions.tags.added(names(added))] : []),
    ...(removed.length > 0 ? [actions.tags.removed(names(removed))] : []),
  ]
  return parts.length === 0 ? actions.tags.changed : formatList(parts)
}

function describeTarget(change: Change<TargetDelivery>): string[] {
  if (change === undefined) return []
  const target = change[1]
  return [target ? actions.targeted({ target: formatTargetDelivery(target) }) : actions.untargeted]
}

function describePromotion(changes: Changes): string {
  const stage = changes.itemStatus?.[0] === null ? describeStage(changes) : null
  const status = stage === null ? describeItemStatus(changes) : null
  const parts = [
    ...(stage === null ? [] : [stage, actions.putOnRoadmap]),
    ...(status === null ? [] : [status]),
    ...describeTarget(changes.targetDelivery),
  ]
  return parts.length === 0 ? (describeStage(changes) ?? actions.changedOnRoadmap) : formatList(parts)
}

function describeEdits(
  { title, descriptionLength, targetDelivery }: Changes,
  messages: typeof actions.request | typeof actions.item,
): string {
  const parts = [
    ...(Array.isArray(title) ? [messages.renamed({ from: String(title[0]), to: String(title[1]) })] : []),
    ...(descriptionLength === undefined ? [] : [actions.described]),
    ...describeTarget(targetDelivery),
  ]
  return parts.length === 0 ? messages.changed : formatList(parts)
}
