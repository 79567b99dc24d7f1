import type { ChannelMessage } from '../message.ts'
import { toLine } from '../message.ts'

/**
 * Formats a message for a workflow of Microsoft Teams that posts what its webhook receives: an adaptive card of version
 * 1.5 as an attachment. What people write is in text runs, which are shown as they are; text blocks would be Markdown.
 */
export function formatForTeams(message: ChannelMessage): object {
  const { headline, title, excerpt, details, link } = message
  return {
    type: 'message',
    summary: toLine(message),
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.5',
          body: [
            run(headline, { color: 'accent', weight: 'bolder' }),
            ...(title === null ? [] : [run(title, { size: 'medium', weight: 'bolder' })]),
            ...(excerpt === null ? [] : [run(excerpt)]),
            ...(details.length === 0 ? [] : [run(details.join('  ·  '), { size: 'small', isSubtle: true })]),
          ],
          actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
          msteams: { width: 'Full' },
        },
      },
    ],
  }
}

const run = (text: string, look: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...look }],
})
