import { formatList } from '#i18n/format.ts'
import { defineMessages } from '#i18n/messages.ts'
import { roadmapStatusLabels } from '../labels.ts'

interface Side {
  title: string
  votes: number
  comments: number
  notes: number
  entries: number
  merged: number
  roadmapItem: { title: string; status: keyof typeof roadmapStatusLabels } | null
  issue: { identifier: string | null } | null
}

/** Texts of merging a request into another. */
export const mergeMessages = defineMessages({
  title: 'Merge into another request',
  lead: 'Choose the request to merge “{title}” into.',
  back: 'Back to the request',
  search: 'Search requests',
  searching: 'Search for the request to merge into',
  find: 'Search',
  similar: 'Similar requests',
  found: 'Search results',
  noneSimilar: 'No similar requests found. Search for the one you want to merge into.',
  noneFound: 'No other request contains “{text}”.',
  chooseLabel: 'Merge into {title}',
  votes: '{count, plural, one {# vote} other {# votes}}',
  comments: '{count, plural, one {# comment} other {# comments}}',
  confirmTitle: 'Merge these requests?',
  source: 'This request',
  goes: 'is removed; its link redirects to the other request',
  into: 'Into',
  stays: 'keeps its title, description, and stage',
  arrow: 'is merged into',
  what: 'What happens',
  confirm: 'Merge',
  another: 'Choose another',
  swap: 'Swap the requests',
  undoable: 'You can undo this at any time.',
  gone: 'The other request no longer exists. Choose another one.',
  merged: '“{title}” was merged into this request.',
  beingSent: 'This request is being sent to the issue tracker. Try again once that has finished.',
})

const effectMessages = defineMessages({
  votes: {
    name: 'Votes',
    distinct: 'No customer voted for both.',
    both: '{count, plural, one {# customer voted for both and counts once.} other {# customers voted for both and count once.}}',
  },
  comments: {
    name: 'Comments',
    none: 'No comments to move.',
    comments: '{count, plural, one {# comment} other {# comments}}',
    notes: '{count, plural, one {# team note} other {# team notes}}',
    move: '{parts} will be moved.',
  },
  changelog: {
    name: 'Changelog',
    unchanged: 'Nothing changes.',
    moved:
      '{count, plural, one {# changelog entry will link to the remaining request.} other {# changelog entries will link to the remaining request.}}',
    both: '{count, plural, one {# changelog entry links to both and will link to the remaining request once.} other {# changelog entries link to both and will link to the remaining request once.}}',
  },
  roadmap: { name: 'Roadmap', item: '“{title}” ({status})' },
  issue: { name: 'Issue', unnamed: 'Its issue' },
  previous: {
    name: 'Previously merged',
    text: '{count, plural, one {# request that was merged into it will be moved.} other {# requests that were merged into it will be moved.}}',
  },
  stays: '{item} will be kept.',
  moves: '{item} will be moved.',
  parked: '{staying} will be kept. {leaving} will be set aside until you undo the merge.',
})

export interface MergeEffect {
  name: string
  /** The numbers of the requests and then the outcome: "12 + 5 → 15" */
  sum?: number[]
  text: string
}

/** Says what a merge does, line by line. */
export function describeMergeEffects(
  source: Side,
  into: Side,
  after: { votes: number; comments: number; entries: number },
): MergeEffect[] {
  const { votes, comments, changelog, roadmap, issue, previous } = effectMessages
  const both = source.votes + into.votes - after.votes
  const issueName = (side: Side) => side.issue && (side.issue.identifier ?? issue.unnamed)
  return [
    {
      name: votes.name,
      sum: [source.votes, into.votes, after.votes],
      text: both === 0 ? votes.distinct : votes.both({ count: both }),
    },
    { name: comments.name, sum: [source.comments, into.comments, after.comments], text: commentsText(source) },
    ...(source.entries + into.entries === 0
      ? []
      : [
          {
            name: changelog.name,
            sum: [source.entries, into.entries, after.entries],
            text: entriesText(source.entries, source.entries + into.entries - after.entries),
          },
        ]),
    ...describeSingle(roadmap.name, itemName(source), itemName(into)),
    ...describeSingle(issue.name, issueName(source), issueName(into)),
    ...(source.merged === 0 ? [] : [{ name: previous.name, text: previous.text({ count: source.merged }) }]),
  ]
}

function commentsText({ comments, notes }: Side): string {
  const messages = effectMessages.comments
  const parts = [
    ...(comments > 0 ? [messages.comments({ count: comments })] : []),
    ...(notes > 0 ? [messages.notes({ count: notes })] : []),
  ]
  return parts.length === 0 ? messages.none : messages.move({ parts: formatList(parts) })
}

function entriesText(count: number, shared: number): string {
  const { changelog } = effectMessages
  if (count === 0) return changelog.unchanged
  return shared === 0 ? changelog.moved({ count }) : changelog.both({ count: shared })
}

const itemName = ({ roadmapItem: item }: Side): string | null =>
  item && effectMessages.roadmap.item({ title: item.title, status: roadmapStatusLabels[item.status] })

/** Describes a relation of which a request has at most one: its roadmap item or its issue. */
function describeSingle(name: string, leaving: string | null, staying: string | null): MergeEffect[] {
  if (leaving === null && staying === null) return []
  if (leaving === null) return [{ name, text: effectMessages.stays({ item: staying! }) }]
  if (staying === null) return [{ name, text: effectMessages.moves({ item: leaving }) }]
  return [{ name, text: effectMessages.parked({ staying, leaving }) }]
}
