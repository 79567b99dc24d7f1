import { type ChannelKind, channelKinds } from './kinds.ts'
import type { ChannelMessage } from './message.ts'
import { channelTexts as texts } from './messages.ts'

const { samples } = texts

const excerpts: Record<ChannelKind, string | null> = {
  'request.created': samples.description,
  'request.pending': samples.description,
  'comment.created': samples.comment,
  'reply.created': samples.reply,
  'request.stage_changed': null,
  'changelog.published': samples.entryBody,
}

/** Returns an example of each kind of message, for previews. */
export const sampleMessages = (): Record<ChannelKind, ChannelMessage> =>
  Object.fromEntries(channelKinds.map((kind) => [kind, sampleOf(kind)])) as Record<ChannelKind, ChannelMessage>

function sampleOf(kind: ChannelKind): ChannelMessage {
  const headline = texts.headlines[kind]
  const isEntry = kind === 'changelog.published'
  const isByTeam = isEntry || kind === 'request.stage_changed' || kind === 'reply.created'
  return {
    headline: typeof headline === 'string' ? headline : headline({ stage: texts.stages.planned }),
    title: isEntry ? samples.entry : samples.title,
    excerpt: excerpts[kind],
    details: [
      ...(isEntry ? [] : [samples.board]),
      texts.by({ name: isByTeam ? samples.member : samples.customer }),
      ...(kind.startsWith('request.') ? [texts.votes({ count: 12 })] : []),
    ],
    link: { label: isEntry ? texts.open.entry : texts.open.request, url: '' },
  }
}
