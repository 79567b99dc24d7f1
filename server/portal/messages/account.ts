import { defineMessages } from '#i18n/messages.ts'

/** Texts of “My account”, a customer’s own page. */
export const accountMessages = defineMessages({
  title: 'My account',
  tabsLabel: 'My account',
  tabs: { activity: 'Activity', profile: 'Profile and email', data: 'Your data' },
  more: 'Show {count, number} more',
  saved: 'Your settings were saved.',
  requests: 'Your requests',
  noRequests: 'You haven’t submitted any requests yet.',
  newRequest: 'New request',
  votes: 'Your votes',
  noVotes: 'You haven’t voted yet. Your votes help the team decide what to build.',
  follows: 'Requests you follow',
  comments: 'Your comments',
  noComments: 'You haven’t commented yet.',
  latest: 'Only the latest {count, number} are shown.',

  name: 'Your name',
  nameHelp: 'Shown next to your requests and comments. Leave it empty to appear as “Customer”.',
  publicName: {
    label: 'Show this name to everyone',
    help: 'You didn’t enter this name yourself, so only the team can see it for now.',
  },
  nameTooLong: 'Names can have up to 200 characters.',
  mail: 'Email me about',
  mailTo: 'We email {address}.',
  noAddress: 'We don’t have an email address for you, so we don’t send you anything.',
  kinds: {
    changelog: { label: 'Changelog updates', help: 'What {workspace} publishes in its changelog.' },
    replies: {
      label: 'Replies',
      help: 'When the team replies to you, or responds to a request you follow.',
    },
    stages: {
      label: 'Progress',
      help: 'When a request you follow changes stage. You follow what you submit, vote for, or comment on.',
    },
  },
  optOut: 'No emails at all',
  optOutHelp: 'Overrides the choices above. You’ll still get sign-in codes.',
  bounced: 'The mail server for {address} rejected our emails, so we stopped sending them. Has this been fixed?',
  resume: 'Resume emails to this address',
  save: 'Save settings',

  account: 'Account',
  signedInAs: 'You’re signed in as {name}.',
  signedIn: 'You’re signed in.',
  signOutEverywhere: 'Sign out everywhere',
  data: 'Your data',
  dataText: 'Download everything you’ve added here, or have it deleted.',
  download: 'Download my data',
  remove: 'Delete my data…',

  deleteTitle: 'Delete your data',
  deleteLead: 'This can’t be undone. {workspace} will delete from this portal:',
  deleted: {
    profile: 'your name, email address, and user ID from the product',
    votes: 'your votes and reactions',
    mail: 'your email settings, your consents, and the record of emails sent to you',
    sessions: 'your sessions in every browser',
  },
  kept: 'Your requests and comments stay, without your name, unless you choose to delete them too.',
  withContent: 'Also delete my requests and comments',
  withContentHelp:
    'A request stays, without your name, if others voted or commented on it or the team has planned it. A comment with replies is replaced by an empty placeholder.',
  confirm: 'Delete my data',
  cancel: 'Keep everything',
  deletedTitle: 'Your data was deleted',
  deletedText: 'You’re signed out everywhere. Backup copies are deleted when the backups expire.',
  home: 'Go to the home page of {workspace}',
})
