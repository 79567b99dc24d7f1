import { ownActivityLimit } from '../../customers/self/activity.ts'

/** Every text of the reader's own page. */
export const accountMessages = {
  title: 'My page',
  parts: 'Parts of this page',
  more: (count: number) => `Show ${count} more`,
  saved: 'Your settings are saved.',
  requests: 'What you asked for',
  noRequests: 'You have not asked for anything yet.',
  ask: 'New request',
  votes: 'What you voted for',
  noVotes: 'You have not voted yet. Your vote helps the team to choose.',
  comments: 'Where you commented',
  noComments: 'You have not commented yet.',
  latest: `The latest ${ownActivityLimit} are shown.`,

  settings: 'Settings',
  name: 'Your name',
  nameHelp: 'Shown beside what you comment. Empty: you are shown as a customer without a name.',
  nameLong: 'A name has at most 200 characters.',
  mail: 'Write to me about',
  mailTo: (address: string) => `Messages go to ${address}.`,
  noAddress: 'We know no e-mail address of yours, so nothing is sent to you.',
  kinds: {
    changelog: (workspace: string) => ({ label: 'News', help: `What ${workspace} publishes in its changelog.` }),
    replies: () => ({ label: 'Replies', help: 'When the team answers you, or on a request that you take part in.' }),
    stages: () => ({ label: 'Progress', help: 'When a request that you asked for or voted for moves on.' }),
  },
  off: 'No mail at all',
  offHelp: 'Whatever is chosen above. Codes to sign in with still come.',
  refused: (address: string) =>
    `The mail server of ${address} has refused our messages, so we have stopped sending. Is that mended?`,
  retry: 'Send to it again',
  save: 'Save',

  account: 'Signed in',
  signedInAs: (who: string) => `You are signed in as ${who}.`,
  signedIn: 'You are signed in.',
  everywhere: 'Sign out everywhere',
  data: 'Your data',
  dataText: 'Take along what you have left here, or have it deleted.',
  download: 'Download my data',
  remove: 'Delete my data …',

  deleteTitle: 'Delete your data',
  deleteLead: (workspace: string) => `This cannot be undone. ${workspace} then knows nothing of you here:`,
  goes: [
    'your name, your e-mail address and how you are known to the product',
    'your votes and reactions',
    'your mail settings and which messages were sent to you',
    'every browser that you are signed in with',
  ],
  stays: 'What you wrote stays, without your name, unless you say otherwise here.',
  written: 'Also delete my requests and comments',
  writtenHelp:
    'Requests stay without your name where others have voted or commented, or the team has plans. Of a comment that was answered, only its place stays.',
  confirm: 'Delete my data',
  keep: 'Keep everything',
  deletedTitle: 'Your data is deleted',
  deletedText: 'You are signed out everywhere. Copies in backups go when those do.',
  home: (workspace: string) => `To the start page of ${workspace}`,
}
