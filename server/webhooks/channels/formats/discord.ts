import type { ChannelMessage } from '../message.ts'

// Heed's accent color, beside the embed.
const color = 0x006773
// The limits of an embed (https://discord.com/developers/docs/resources/message#embed-object-embed-limits). Escaping may
// double what a person wrote.
const maxTitle = 256
const maxDescription = 4_096
const maxFooter = 2_048

/** Formats a message for a webhook of Discord. It mentions nobody, whatever a customer writes. */
export function formatForDiscord({ headline, title, excerpt, details, link }: ChannelMessage): object {
  return {
    username: 'Heed',
    allowed_mentions: { parse: [] },
    embeds: [
      {
        author: { name: headline },
        title: escapeMarkdown(title ?? link.label).slice(0, maxTitle),
        url: link.url,
        color,
        ...(excerpt !== null && { description: escapeMarkdown(excerpt).slice(0, maxDescription) }),
        ...(details.length > 0 && { footer: { text: details.join('  ·  ').slice(0, maxFooter) } }),
      },
    ],
  }
}

/** Escapes Markdown, above all links, whose text may promise another address than theirs. */
const escapeMarkdown = (text: string): string => text.replaceAll(/[\\*_~`|[\]()<>#-]/g, String.raw`\$&`)
