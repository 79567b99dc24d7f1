import { defineMessages } from '#i18n/messages.ts'

/** Texts of a workspace's start page. */
export const overviewMessages = defineMessages({
  title: 'Overview',
  attention: 'Needs attention',
  toReview: {
    title: 'To review',
    oldest: 'Oldest',
    none: 'All caught up',
  },
  unanswered: {
    title: 'Unanswered',
    some: '{count, plural, one {Open request} other {Open requests}} without a reply',
    none: 'All caught up',
    list: 'Waiting for a reply',
    about: 'Open requests your team hasn’t answered.',
    noneTitle: 'All caught up',
    noneText: 'Requests your team hasn’t answered yet will appear here.',
  },
  scheduled: {
    title: 'Scheduled',
    next: 'Next',
    none: 'Nothing is scheduled',
    list: 'Scheduled entries',
  },
  atLeast: '{count, number}+',
  mostVoted: {
    title: 'Most voted',
    about: 'Open requests with the most votes.',
    noneTitle: 'No votes yet',
    noneText: 'The most-voted open requests will appear here.',
    all: 'All requests',
  },
  votes: '{count, plural, one {vote} other {votes}}',
  activity: {
    requests: 'New requests',
    votes: 'Votes',
    requestsChart: 'New requests per week over the last twelve weeks',
    votesChart: 'Votes per week over the last twelve weeks',
    lastDays: 'in the last 7 days',
    more: '{count, number} more than the week before',
    fewer: '{count, number} fewer than the week before',
    same: 'same as the week before',
  },
  latest: {
    title: 'Latest entry',
    published: 'Published',
    none: 'Nothing published yet',
    noneText: 'Post your first update to tell customers what’s new.',
    write: 'New entry',
    sending: 'Sending email',
    progress: '{done, number} of {total, number}',
    sent: '{count, plural, one {# customer emailed} other {# customers emailed}}',
    outbox:
      '{count, plural, one {# message was written to the outbox, because no mail server is set up} other {# messages were written to the outbox, because no mail server is set up}}',
    failed: '{count, number} failed',
    suppressed: '{count, number} unsubscribed or bounced',
    noRecipients: 'No customers were subscribed',
    notEmailed: 'Customers weren’t emailed',
  },
  failedDeliveries: '{count, plural, one {# message couldn’t be delivered} other {# messages couldn’t be delivered}}',
  failedDeliveriesText: 'About “{title}”. The mail server’s response:',
  seeDelivery: 'View delivery',
  tracker: {
    revoked: '{tracker} has ended the connection',
    stale: 'The connection to {tracker} needs attention',
    text: 'Until it’s fixed, you can’t send requests there, and issues aren’t synced.',
    openSettings: 'Open tracker settings',
    ask: 'Ask an owner or admin of the workspace to fix it.',
  },
  setUp: {
    title: 'Setup',
    welcome: 'Set up {workspace}',
    welcomeText: 'A few steps from an empty workspace to customers who feel heard. Do them in any order.',
    progress: 'Steps completed',
    count: '{done, number} of {total, number}',
    done: 'Done',
    toDo: 'To do',
    ask: 'An owner or admin can do this.',
    steps: {
      board: {
        title: 'Create a board',
        text: 'Boards group requests: one for features, perhaps one for bugs.',
        act: 'Create board',
      },
      feedback: {
        title: 'Add your first request',
        text: 'Add one on behalf of a customer, or submit one through the API.',
        act: 'New request',
      },
      roadmap: {
        title: 'Plan something',
        text: 'Put your first item on the roadmap to show customers where you’re headed.',
        act: 'New item',
      },
      changelogPublished: {
        title: 'Post your first update',
        text: 'Tell customers what’s new. Customers who asked for it get an email.',
        act: 'New entry',
      },
      tracker: {
        title: 'Connect an issue tracker',
        text: 'Turn approved requests into issues in Linear, GitHub, or Jira, and keep them in sync.',
        act: 'Connect',
      },
      email: {
        title: 'Set up email',
        text: 'Without a mail server, messages are written to files on the server.',
        act: 'Learn how',
      },
    },
  },
})

const trackers: Record<string, string> = { linear: 'Linear', github: 'GitHub', jira: 'Jira' }

/** Names a tracker by its provider, for people. */
export const trackerName = (provider: string): string => trackers[provider] ?? provider
