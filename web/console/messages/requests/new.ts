import { defineMessages } from '#i18n/messages.ts'

/** Texts of the page that adds a request on behalf of a customer. */
export const newRequestMessages = defineMessages({
  title: 'New request',
  back: 'Requests',
  lead: 'Add what a customer told you. The request is approved right away.',
  name: 'Title',
  nameHelp: 'What they want, in a few words.',
  description: 'Description',
  descriptionHelp: 'Why they need it, and how they manage without it. Supports Markdown.',
  board: 'Board',
  noBoard: 'No board accepts requests. Open a board in Settings → Boards first.',
  source: 'Link to where they asked',
  sourceHelp: 'Only your team can see this link.',
  who: 'Requested by',
  whoHelp: 'We’ll add their vote. Leave this empty if no particular customer asked.',
  customer: 'Customer',
  customerPlaceholder: 'Search by name or email',
  noCustomer: 'None of these',
  customerFallback: 'Shows the newest customers. For anyone else, enter an email address below.',
  email: 'Email',
  customerName: 'Name',
  file: 'Add request',
  cancel: 'Cancel',
  similar: 'Already requested?',
  similarText: 'Add a vote instead, so the feedback stays in one place.',
  votes: '{count, plural, one {# vote} other {# votes}}',
  vote: 'Add a vote for this customer',
  voteFor: 'Add a vote for this customer to {title}',
  filed: 'Request added.',
  voted: 'Vote added.',
  votedBefore: 'This customer had already voted.',
})

/** Why a customer can’t be identified, each shown at its field. */
export const newRequestErrors = defineMessages({
  noOne: 'Choose a customer, or enter an email address.',
  noEmail: 'Enter their email address, too.',
  goneCustomer: 'This customer no longer exists.',
})
