import { comments, counted, entries, notes, requests, votes } from '../counts.ts'
import { roadmapStatusLabels } from './detail.ts'

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
export const mergeMessages = {
  title: 'Merge into another request',
  lead: (title: string) => `Choose the request that “${title}” becomes a part of.`,
  back: 'Back to the request',
  search: 'Search requests',
  searching: 'Search for the request to merge into',
  find: 'Search',
  similar: 'Similar requests',
  found: 'Found',
  noneSimilar: 'None of the other requests says about the same. Search for the one that you mean.',
  noneFound: (text: string) => `No other request holds “${text}”.`,
  chooseLabel: (title: string) => `Merge into ${title}`,
  votes,
  comments,
  confirmTitle: 'Merge these requests?',
  source: 'This request',
  goes: 'goes away; its address leads on',
  into: 'Into',
  stays: 'keeps its title, text and stage',
  arrow: 'is merged into',
  what: 'What happens',
  confirm: 'Merge',
  another: 'Choose another',
  swap: 'The other way round',
  undoable: 'It can be undone at any time.',
  gone: 'The other request is not there any more. Choose another.',
  merged: (title: string) => `“${title}” was merged into this request.`,
  beingSent: 'This request is being sent to the issue tracker. Try again when it has its issue, or sending has failed.',
}

export interface MergeEffect {
  name: string
  /** "12 + 5 → 15" */
  sum?: [from: number, into: number, after: number]
  text: string
}

/** What a merge does, line by line. */
export function describeMergeEffects(
  source: Side,
  into: Side,
  after: { votes: number; comments: number; entries: number },
): MergeEffect[] {
  const both = source.votes + into.votes - after.votes
  return [
    {
      name: 'Votes',
      sum: [source.votes, into.votes, after.votes],
      text:
        both === 0
          ? 'Nobody voted for both.'
          : `${counted(both, 'customer', 'customers')} voted for both and ${both === 1 ? 'counts' : 'count'} once.`,
    },
    {
      name: 'Comments',
      sum: [source.comments, into.comments, after.comments],
      text: commentsText(source),
    },
    ...(source.entries + into.entries === 0
      ? []
      : [
          {
            name: 'Changelog',
            sum: [source.entries, into.entries, after.entries] as [number, number, number],
            text: entriesText(source.entries, source.entries + into.entries - after.entries),
          },
        ]),
    ...slot('Roadmap', itemName(source), itemName(into)),
    ...slot(
      'Issue',
      source.issue && (source.issue.identifier ?? 'its issue'),
      into.issue && (into.issue.identifier ?? 'its issue'),
    ),
    ...(source.merged === 0
      ? []
      : [
          {
            name: 'Merged before',
            text: `${requests(source.merged)} that ${source.merged === 1 ? 'was' : 'were'} merged into it ${source.merged === 1 ? 'comes' : 'come'} along.`,
          },
        ]),
  ]
}

function commentsText({ comments: count, notes: noteCount }: Side): string {
  const moved = [...(count > 0 ? [comments(count)] : []), ...(noteCount > 0 ? [notes(noteCount)] : [])]
  if (moved.length === 0) return 'There are none to move.'
  return `${moved.join(' and ')} ${count + noteCount === 1 ? 'moves' : 'move'} over.`
}

function entriesText(count: number, twice: number): string {
  if (count === 0) return 'Stays as it is.'
  if (twice === 0) return `${entries(count)} ${count === 1 ? 'links' : 'link'} the request that stays.`
  return `${entries(twice)} ${twice === 1 ? 'links' : 'link'} both, and from then on the one that stays.`
}

const itemName = ({ roadmapItem: item }: Side): string | null =>
  item && `“${item.title}” (${roadmapStatusLabels[item.status]})`

/** A request has one roadmap item and one issue at most. */
function slot(name: string, own: string | null, other: string | null): MergeEffect[] {
  if (own === null && other === null) return []
  if (own === null) return [{ name, text: `${other} stays.` }]
  if (other === null) return [{ name, text: `${own} moves over.` }]
  return [{ name, text: `${other} stays; ${own} is put aside until the merge is undone.` }]
}
