import type { HistoryEvent } from '#server/audit/history.ts'
import { moderationLabels, stageLabels } from '../../../ui/messages.ts'
import { formatTargetDelivery, type TargetDelivery } from '../../requests/detail/target-delivery.ts'
import { listed } from '../counts.ts'
import { roadmapStatusLabels } from './detail.ts'

type Change<T = string> = [from: T | null, to: T | null] | undefined
type Changes = Record<string, unknown> & {
  stage?: Change
  status?: Change
  itemStatus?: Change
  title?: Change | string
  descriptionLength?: Change<number>
  targetDelivery?: Change<TargetDelivery>
}

/** Who did it, as the sentence begins. */
export function historyActor({ actor: { type, name, keyPrefix } }: HistoryEvent): string {
  if (type === 'system') return 'Heed'
  if (type === 'key') return `API key ${name ?? keyPrefix ?? 'that is gone'}`
  return name ?? (type === 'customer' ? 'A customer' : 'Somebody who has left the team')
}

/** What they did, as the sentence goes on. */
export function historyText({ type, actor, changes }: Pick<HistoryEvent, 'type' | 'actor' | 'changes'>): string {
  const say = sentences[type as keyof typeof sentences]
  return say === undefined ? 'changed it' : say(changes as Changes, actor.type)
}

const sentences = {
  'feedback.created': (_: Changes, by: string) =>
    by === 'key' ? 'filed it through the API' : by === 'customer' ? 'asked for it' : 'filed it',
  'feedback.updated': (changes: Changes) => edits(changes, 'it'),
  'feedback.stage_changed': (changes: Changes) => stageMove(changes) ?? moderationMove(changes),
  'feedback.status_changed': (changes: Changes) => moderationMove(changes),
  'feedback.promoted': (changes: Changes) => promotion(changes),
  'feedback.merged': ({ intoId, title }: Changes) =>
    intoId === undefined ? `merged “${title}” into it` : 'merged it into another request',
  'feedback.unmerged': ({ restoredId, title }: Changes) =>
    restoredId === undefined ? 'made it a request of its own again' : `took “${title}” out of it again`,
  'feedback.voted': (_: Changes, by: string) => (by === 'customer' ? 'voted for it' : 'added a vote for a customer'),
  'feedback.unvoted': (_: Changes, by: string) =>
    by === 'customer' ? 'withdrew their vote' : 'removed the vote of a customer',
  'feedback.sent_to_tracker': ({ provider, issue }: Changes) =>
    `sent it to ${trackers[provider as keyof typeof trackers] ?? 'the tracker'} as ${issue}`,
  'feedback.tracker_unlinked': () => 'noticed that its issue is gone',
  'roadmap.created': ({ status }: Changes) => `put it on the roadmap as ${itemStatus(status)}`,
  'roadmap.updated': (changes: Changes) => edits(changes, 'the roadmap item'),
  'roadmap.status_changed': (changes: Changes) => itemMove(changes) ?? 'moved it on the roadmap',
  'roadmap.reordered': () => 'moved it within its column of the roadmap',
  'roadmap.deleted': () => 'took it off the roadmap',
}

const trackers = { linear: 'Linear', github: 'GitHub', jira: 'Jira' }

const itemStatus = (status: unknown): string =>
  roadmapStatusLabels[status as keyof typeof roadmapStatusLabels] ?? String(status)
const stage = (name: unknown): string => stageLabels[name as keyof typeof stageLabels] ?? String(name)

function stageMove({ stage: change }: Changes): string | null {
  if (change === undefined || change[0] === change[1]) return null
  return `set the stage from ${stage(change[0])} to ${stage(change[1])}`
}

const decisions = {
  approved: 'approved it',
  rejected: 'rejected it',
  spam: 'marked it as spam',
  pending: 'put it back to moderation',
}

function moderationMove(changes: Changes): string {
  const [from, to] = changes.status ?? []
  const decided = decisions[to as keyof typeof decisions] ?? `set the moderation to ${to}`
  const was = from === 'rejected' || from === 'spam' ? `, which was ${moderationLabels[from].toLowerCase()}` : ''
  const moved = changes.stage !== undefined && changes.stage[0] !== changes.stage[1]
  return `${decided}${was}${moved ? `: ${stage(changes.stage![0])} became ${stage(changes.stage![1])}` : ''}`
}

function itemMove({ itemStatus: change }: Changes): string | null {
  if (change === undefined || change[0] === change[1]) return null
  const [from, to] = change
  return from === null
    ? `put it on the roadmap as ${itemStatus(to)}`
    : `moved it on the roadmap from ${itemStatus(from)} to ${itemStatus(to)}`
}

function promotion(changes: Changes): string {
  const [, target] = changes.targetDelivery ?? []
  const aim = target ? `aimed it at ${formatTargetDelivery(target)}` : 'took the target off'
  const said = [itemMove(changes), changes.targetDelivery && aim].filter((part) => part !== null && part !== undefined)
  return said.length === 0 ? (stageMove(changes) ?? 'changed it on the roadmap') : listed(said)
}

function edits({ title, descriptionLength, targetDelivery }: Changes, what: string): string {
  const renamed = Array.isArray(title) ? [`renamed ${what} from “${title[0]}” to “${title[1]}”`] : []
  const rewritten = descriptionLength === undefined ? [] : ['rewrote the description']
  const aimed =
    targetDelivery === undefined
      ? []
      : [targetDelivery[1] ? `aimed it at ${formatTargetDelivery(targetDelivery[1])}` : 'took the target off']
  return listed([...renamed, ...rewritten, ...aimed]) || `changed ${what}`
}
