import type { Emoji } from '../../changelog/reactions/emoji.ts'

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`

/** Every text of the changelog. */
export const changelogMessages = {
  title: 'Changelog',
  lead: (workspace: string) => `What is new at ${workspace}, and what came of the requests.`,
  description: (workspace: string) => `What is new at ${workspace}: everything that was published, the latest first.`,
  tags: 'Tags',
  allTags: 'All',
  more: 'Read more',
  moreOf: (title: string) => `Read more of “${title}”`,
  earlier: 'Earlier entries',
  none: {
    title: 'Nothing has been published yet',
    text: (workspace: string) => `When ${workspace} publishes news, they stand here.`,
    tagged: 'No entry has this tag at the moment.',
    clear: 'Show all entries',
  },
  back: 'All entries',
  requests: 'Asked for in',
  comments: (count: number) => counted(count, 'comment', 'comments'),
  neighbours: 'Other entries',
  neighbour: { earlier: 'Before this', later: 'After this' },
  reactions: 'Reactions',
  reaction: (emoji: Emoji, count: number) => `${emojiLabels[emoji]}, ${counted(count, 'reaction', 'reactions')}`,
  subscribe: {
    title: 'Get news by e-mail',
    button: 'Subscribe',
    buttonFor: (address: string) => `Send news to ${address}`,
    help: 'We send a link to confirm. Every message has one to unsubscribe.',
    hearing: (address: string) => `News are sent to ${address}.`,
    settings: 'Mail settings',
    feeds: 'Or by feed:',
    fault: 'Write an e-mail address such as ada@example.com.',
  },
  subscription: {
    asked: {
      title: 'Look into your mailbox',
      text: 'If the address is right, a message with a link is on its way. News are sent once you confirm.',
    },
    confirm: {
      title: (workspace: string) => `Get news of ${workspace}`,
      text: (address: string) => `Whenever something is published, a message goes to ${address}.`,
      button: 'Confirm',
    },
    done: {
      title: 'You get news by e-mail',
      text: (address: string) => `From now on they are sent to ${address}. Every message has a link to stop them.`,
    },
    over: {
      title: 'This link is not good any more',
      text: 'It was good for 7 days. Ask for another at the top of the changelog.',
    },
    back: 'To the changelog',
  },
}

export const emojiLabels: Record<Emoji, string> = {
  '👍': 'Thumbs up',
  '❤️': 'Heart',
  '🎉': 'Party',
  '🚀': 'Rocket',
  '👀': 'Eyes',
  '😄': 'Smile',
}
