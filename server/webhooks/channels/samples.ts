import { describe } from './content.ts'
import { type ChannelKind, channelKinds } from './kinds.ts'
import type { Subject } from './load-subject.ts'
import type { ChannelMessage } from './message.ts'
import { channelTexts as texts } from './messages.ts'

const { samples } = texts

/** Returns an example of each kind of message, for previews. */
export const sampleMessages = (): Record<ChannelKind, ChannelMessage> =>
  Object.fromEntries(
    channelKinds.map((kind) => [
      kind,
      describe(kind, { stageTo: 'planned', actor: samples.member }, subjectOf(kind), ''),
    ]),
  ) as Record<ChannelKind, ChannelMessage>

function subjectOf(kind: ChannelKind): Subject {
  const request = { id: '', area: 'requests', title: samples.title, board: samples.board } as const
  switch (kind) {
    case 'request.created':
    case 'request.pending':
      return { ...request, body: samples.description, author: samples.customer, votes: 12 }
    case 'request.stage_changed':
      return { ...request, votes: 12 }
    case 'request.milestone':
      return { ...request, milestone: 25 }
    case 'comment.created':
      return { ...request, body: samples.comment, author: samples.customer }
    case 'comment.pending':
      return { ...request, area: 'review', body: samples.comment, author: samples.customer }
    case 'reply.created':
      return { ...request, body: samples.reply, author: samples.member }
    case 'report.created':
      return { ...request, area: 'review', body: samples.reported, reported: 'comment', reason: 'spam' }
    case 'changelog.published':
      return { id: '', area: 'changelog', title: samples.entry, body: samples.entryBody }
    case 'tracker.failed':
      return { id: '', area: 'tracker', title: samples.account, tracker: 'linear' }
  }
}
