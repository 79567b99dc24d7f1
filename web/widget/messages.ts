const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`

const votes = (count: number) => counted(count, 'vote', 'votes')

/** Every text of the widget. */
export const messages = {
  region: 'Feedback and news',
  unread: (count: number) => counted(count, 'piece of news', 'pieces of news'),
  close: 'Close',
  tabs: { ask: 'Ask', vote: 'Vote', news: 'News' },
  portal: (workspace: string) => `Open the portal of ${workspace}`,
  newTab: 'opens in a new tab',
  loading: 'Loading …',
  again: 'Try again',
  ask: {
    lead: (workspace: string) => `What should ${workspace} do for you?`,
    title: 'Title',
    titleHelp: 'In a few words',
    description: 'Details',
    optional: 'optional',
    board: 'Board',
    send: 'Send request',
    sending: 'Sending …',
    as: (who: string) => `You send this as ${who}.`,
    nameless: 'You send this without your name.',
    titleMissing: 'Write a title.',
    similar: 'Others have asked for this. Vote for it instead:',
    similarCount: (count: number) => counted(count, 'similar request', 'similar requests'),
    done: 'Your request was sent',
    waiting: (workspace: string) => `${workspace} reads it before others can see it.`,
    published: 'Others can see it and vote for it now.',
    look: 'Look at it',
    another: 'Ask for something else',
    closed: (workspace: string) => `${workspace} takes no requests at the moment.`,
  },
  vote: {
    lead: 'What others have asked for',
    button: (title: string, count: number) => `Vote for “${title}”, ${votes(count)}`,
    link: (title: string, count: number) => `Vote for “${title}” on its page, ${votes(count)}`,
    none: 'Nobody has asked for anything yet.',
    all: 'All requests',
  },
  stages: { in_review: 'In review', planned: 'Planned', in_progress: 'In progress', completed: 'Completed' },
  news: {
    none: 'There is no news yet.',
    all: 'All news',
  },
  faults: {
    connection: 'There is no connection.',
    kept: 'What you have written is still here.',
    old: 'This page is out of date. Load it again.',
    gone: 'That is not there any more.',
    failed: 'Something failed on our side. Try again in a minute.',
    signIn: 'This is for people who are signed in.',
    signInLink: 'Open the portal',
    title: (problem: string) => `The title ${problem}.`,
    description: (problem: string) => `The text ${problem}.`,
  },
}
