import { formatNumber } from '#i18n/format.ts'

/** Texts of the page that files a request for a customer. */
export const newRequestMessages = {
  title: 'New request',
  back: 'Requests',
  lead: 'What a customer told you, filed for them. It is approved at once.',
  name: 'Title',
  nameHelp: 'What they want, in a few words.',
  description: 'Description',
  descriptionHelp: 'Why they need it, and how they do without. Markdown is allowed.',
  board: 'Board',
  noBoard: 'No board accepts requests. Open one in the settings of boards first.',
  source: 'Link to where they said it',
  sourceHelp: 'Only your team sees it.',
  who: 'Asked for by',
  whoHelp: 'Their vote is counted. Leave it empty when nobody in particular asked.',
  customer: 'Customer',
  customerPlaceholder: 'Search by name or e-mail',
  noCustomer: 'None of these',
  customerFallback: 'The newest. Anybody else is found by their e-mail below.',
  email: 'E-mail',
  customerName: 'Name',
  file: 'File request',
  cancel: 'Cancel',
  similar: 'Already asked for?',
  similarText: 'Add a vote instead, so that the wish stays in one place.',
  votes: (count: number) => `${formatNumber(count)} ${count === 1 ? 'vote' : 'votes'}`,
  vote: 'Add a vote for this customer',
  voteFor: (title: string) => `Add a vote for this customer to ${title}`,
  filed: 'The request is filed.',
  voted: 'The vote is added.',
  votedBefore: 'They had voted for it already.',
}

/** Behind the name of a field. */
export const newRequestErrors = {
  noOne: 'is needed: say whose vote it is, here or by choosing a customer',
  noEmail: 'is needed to know a customer by',
  goneCustomer: 'is not there any more',
}
