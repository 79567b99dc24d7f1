import { defineMessages } from '#i18n/messages.ts'
import type { Emoji } from '../../changelog/reactions/emoji.ts'

/** Texts of the changelog. */
export const changelogMessages = defineMessages({
  title: 'Changelog',
  titleWithTag: 'Changelog: {tag}',
  lead: 'What’s new at {workspace}, and which requests have been completed.',
  description: 'Everything new at {workspace}, latest first.',
  tags: 'Tags',
  allTags: 'All',
  more: 'Read more',
  moreOf: 'Read more about “{title}”',
  older: 'Older entries',
  none: {
    title: 'Nothing has been published yet',
    text: 'Updates from {workspace} will appear here.',
    tagged: 'No entries have this tag.',
    clear: 'Show all entries',
  },
  back: 'All entries',
  requests: 'Requested in',
  comments: '{count, plural, one {# comment} other {# comments}}',
  adjacentEntries: 'Other entries',
  adjacent: { earlier: 'Previous', later: 'Next' },
  reactions: 'Reactions: {title}',
  reaction: '{label}, {count, plural, one {# reaction} other {# reactions}}',
  subscribe: {
    title: 'Get updates by email',
    button: 'Subscribe',
    buttonFor: 'Send updates to {address}',
    help: 'We’ll email you a link to confirm. You can unsubscribe at any time.',
    active: 'Updates are sent to {address}.',
    settings: 'Email settings',
    feeds: 'Or use a feed:',
    invalidEmail: 'Enter an email address such as ada@example.com.',
  },
  subscription: {
    requested: {
      title: 'Check your email',
      text: 'If the address is correct, a message with a link is on its way. You’ll get updates once you confirm.',
    },
    confirm: {
      title: 'Get updates from {workspace}',
      text: 'We’ll email {address} whenever something is published.',
      button: 'Confirm subscription',
    },
    confirmed: {
      title: 'You’re subscribed',
      text: 'We’ll send updates to {address}. You can unsubscribe at any time.',
    },
    expired: {
      title: 'This link has expired',
      text: 'Links are valid for 7 days. Request a new one at the top of the changelog.',
    },
    back: 'Go to the changelog',
  },
})

export const emojiLabels = defineMessages({
  '👍': 'Thumbs up',
  '❤️': 'Heart',
  '🎉': 'Party',
  '🚀': 'Rocket',
  '👀': 'Eyes',
  '😄': 'Smile',
} satisfies Record<Emoji, string>)
