const number = new Intl.NumberFormat('en')
const plural = new Intl.PluralRules('en')
const counted = (count: number, one: string, other: string) =>
  `${number.format(count)} ${plural.select(count) === 'one' ? one : other}`

const providers: Record<string, string> = { linear: 'Linear', github: 'GitHub', jira: 'Jira' }

/** Texts of the page that a workspace opens with. */
export const overviewMessages = {
  title: 'Overview',
  attention: 'Needs attention',
  toReview: {
    title: 'To review',
    oldest: 'Oldest',
    none: 'Every request has been looked at',
  },
  unanswered: {
    title: 'Unanswered',
    some: (count: number) => `${plural.select(count) === 'one' ? 'Open request' : 'Open requests'} without a reply`,
    none: 'Nobody waits for a reply',
    list: 'Waiting for a reply',
    about: 'Open requests that the team has not answered.',
    noneTitle: 'Nobody waits for a reply',
    noneText: 'Requests of customers that nobody of the team has answered stand here.',
  },
  scheduled: {
    title: 'Scheduled',
    next: 'Next',
    none: 'No entry publishes itself',
    list: 'Scheduled entries',
  },
  atLeast: (count: number) => `${number.format(count)}+`,
  wanted: {
    title: 'Most wanted',
    about: 'Open requests with the most votes.',
    noneTitle: 'No votes yet',
    noneText: 'Open requests that customers vote for stand here.',
    all: 'All requests',
  },
  votes: (count: number) => (plural.select(count) === 'one' ? 'vote' : 'votes'),
  activity: {
    requests: 'New requests',
    votes: 'Votes',
    requestsPlot: 'New requests in each of the last twelve weeks',
    votesPlot: 'Votes in each of the last twelve weeks',
    lastDays: 'in the last 7 days',
    more: (count: number) => `${number.format(count)} more than in the week before`,
    fewer: (count: number) => `${number.format(count)} fewer than in the week before`,
    same: 'as many as in the week before',
  },
  latest: {
    title: 'Latest entry',
    published: 'Published',
    none: 'Nothing has been published yet',
    noneText: 'Write the first entry to tell customers what is new.',
    write: 'New entry',
    underWay: 'Mail is on its way',
    progress: (done: number, total: number) => `${number.format(done)} of ${number.format(total)}`,
    sent: (count: number) => `${counted(count, 'customer', 'customers')} notified`,
    outbox: (count: number) =>
      `${counted(count, 'message', 'messages')} written to the outbox: no mail server is set up`,
    failed: (count: number) => `${number.format(count)} failed`,
    suppressed: (count: number) => `${number.format(count)} want no mail`,
    nobody: 'No customer had asked to be told',
    quiet: 'Customers were not told',
  },
  mailFails: (count: number) => `${counted(count, 'message', 'messages')} could not be delivered`,
  mailFailsText: (title: string) => `About “${title}”. The mail server said:`,
  seeDelivery: 'See the delivery',
  tracker: {
    revoked: (provider: string) => `${providers[provider] ?? provider} has ended the connection`,
    stale: (provider: string) => `The connection to ${providers[provider] ?? provider} has to be looked at`,
    text: 'Until it is mended, requests are not sent there and their issues are not followed.',
    mend: 'Open the tracker settings',
    ask: 'Ask an owner or an admin of the workspace to mend it.',
  },
  setUp: {
    title: 'Set-up',
    welcome: (workspace: string) => `Set up ${workspace}`,
    welcomeText: 'A few steps from an empty workspace to customers who see that they are heard. Do them in any order.',
    progress: 'Steps done',
    count: (done: number, total: number) => `${done} of ${total}`,
    done: 'Done',
    toDo: 'To do',
    ask: 'An owner or an admin does this.',
    steps: {
      board: {
        title: 'Have a board',
        text: 'Requests are filed on boards: one for features, perhaps one for bugs.',
        act: 'Make a board',
      },
      feedback: {
        title: 'File the first request',
        text: 'On behalf of a customer who told you, or through the API.',
        act: 'New request',
      },
      roadmap: {
        title: 'Plan something',
        text: 'Put a first item on the roadmap, so that customers see where it goes.',
        act: 'New item',
      },
      changelogPublished: {
        title: 'Publish the first entry',
        text: 'Tell customers what is new. Those who asked for it hear of it by mail.',
        act: 'New entry',
      },
      tracker: {
        title: 'Connect an issue tracker',
        text: 'Accepted requests become issues in Linear, GitHub or Jira, and follow them.',
        act: 'Connect',
      },
      email: {
        title: 'Set up mail',
        text: 'Without a mail server, messages are written to files of the instance.',
        act: 'See how',
      },
    },
  },
}
