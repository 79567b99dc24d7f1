import type { ChannelMessage } from '../message.ts'

/**
 * Formats a message for an incoming webhook of Slack (Block Kit, https://docs.slack.dev/reference/block-kit/blocks). `text`
 * is what notifications show, and what servers that only resemble Slack show, such as Mattermost.
 */
export function formatForSlack({ headline, title, excerpt, details, link }: ChannelMessage): object {
  const target = `<${link.url}|${escapeMarkdown(title ?? link.label).replaceAll('|', '¦')}>`
  return {
    text: title === null ? `${escapeMarkdown(headline)}: ${target}` : `*${escapeMarkdown(headline)}:* ${target}`,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'section', text: markdown(`*${escapeMarkdown(headline)}*\n${target}`) },
      ...(excerpt === null ? [] : [{ type: 'section', text: markdown(`>${escapeMarkdown(excerpt)}`) }]),
      ...(details.length === 0
        ? []
        : [{ type: 'context', elements: [markdown(escapeMarkdown(details.join('  ·  ')))] }]),
    ],
  }
}

/** `verbatim` leaves names of channels and URLs in what customers write as they are, instead of linking them. */
const markdown = (text: string) => ({ type: 'mrkdwn', text, verbatim: true })

/**
 * Escapes the characters that start mentions and links (https://docs.slack.dev/messaging/formatting-message-text). Servers
 * that resemble Slack also notify everyone about “@channel” in plain text, so a character of width zero follows the @.
 */
const escapeMarkdown = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('@', '@\u200b')
