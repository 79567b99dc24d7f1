import { formatNumber } from '#i18n/format.ts'

const counted = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

const mailKinds = {
  changelog: 'what is published',
  replies: 'replies',
  stages: 'requests that move',
}

const listed = (parts: string[]): string => [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')

const plans = { free: 'Free', starter: 'Starter', growth: 'Growth' }

/** Texts of the customers' pages. */
export const customersMessages = {
  title: 'Customers',
  titleOf: (page: string, workspace: string) => `${page} · ${workspace}`,
  list: 'Customers',
  add: 'New customer',
  export: 'Export CSV',
  search: 'Search by name, e-mail or id',
  filter: 'Which customers',
  filters: { all: 'All', opted_out: 'Opted out', stopped: 'Mail stopped' },
  apply: 'Search',
  columns: {
    name: 'Customer',
    mail: 'Mail',
    requests: 'Requests',
    votes: 'Votes',
    comments: 'Comments',
    added: 'Added',
  },
  shownOf: (shown: number, all: number) => `${formatNumber(shown)} of ${formatNumber(all)}`,
  unknown: 'Somebody without a name',
  standing: { subscribed: 'Subscribed', signed_in: 'Signed in only' },
  untracked: 'Has not asked, voted or commented, and so does not count for the plan.',
  mail: { heard: 'Gets mail', opted_out: 'Opted out', stopped: 'Mail stopped', no_address: 'No address' },
  done: (requests: number, votes: number, comments: number) =>
    [
      requests > 0 && counted(requests, 'request', 'requests'),
      votes > 0 && counted(votes, 'vote', 'votes'),
      comments > 0 && counted(comments, 'comment', 'comments'),
    ].filter((part) => part !== false),
  use: {
    label: (plan: keyof typeof plans) => `${plans[plan]} plan`,
    of: (used: number, max: number) => `${formatNumber(used)} of ${formatNumber(max)}`,
    full: 'The plan is full: what comes from anybody new is refused.',
  },
  none: {
    title: 'No customers yet',
    text: 'Whoever files a request, votes or comments under a name is a customer here, and hears of what is published.',
  },
  notFound: {
    title: 'No customer found',
    search: (text: string) => `Nobody has “${text}” in their name, e-mail or id.`,
    opted_out: 'Nobody has opted out of mail.',
    stopped: 'No mail server has refused a customer’s mail three times in a row.',
    all: 'There is nobody on this page.',
    clear: 'Show all customers',
  },
}

/** Of the page of one. */
export const customerMessages = {
  back: 'Customers',
  close: 'Close',
  edit: 'Edit',
  more: 'More',
  remove: 'Delete customer …',
  saved: 'The customer was saved.',
  facts: { email: 'E-mail', externalId: 'External id', added: 'Added', id: 'Id' },
  none: 'None',
  copyId: 'Copy the id',
  mail: {
    title: 'Mail',
    heard: (kinds: (keyof typeof mailKinds)[]) =>
      kinds.length === 0
        ? 'Has chosen to get none of the e-mails that this workspace sends.'
        : `Gets e-mail about ${listed(kinds.map((kind) => mailKinds[kind]))}.`,
    no_address: 'No e-mail address is known, so nothing is sent. Add one by editing.',
    opted_out: 'Has opted out: nothing is sent to them.',
    stopped: 'Nothing is sent, since their mail server refused three messages in a row.',
    since: 'Since',
    refusals: (count: number) =>
      count === 1
        ? 'Their mail server refused the last message.'
        : `Their mail server refused the last ${count} messages.`,
    stop: 'Stop mail',
    stopHelp: 'When they have asked you for it.',
    resume: 'Resume mail',
    resumeHelp: {
      opted_out: 'Only when they have asked you for it.',
      stopped: 'When the address is right after all. Three more refusals stop it again.',
    },
    wasStopped: 'Nothing is sent to this customer any more.',
    wasResumed: 'This customer gets mail again.',
  },
  requests: 'Requests',
  votes: 'Votes',
  comments: 'Comments',
  deliveries: 'Last deliveries',
  newest: (shown: number, all: number) => `The newest ${shown} of ${formatNumber(all)}`,
  votesOf: (count: number) => counted(count, 'vote', 'votes'),
  on: { request: 'on the request', entry: 'on the entry' },
  delivery: {
    due: 'Waiting',
    sending: 'Being sent',
    sent: 'Sent',
    failed: 'Failed',
    suppressed: 'Not sent: no mail wanted',
  },
  nothing: {
    title: 'Nothing so far',
    text: 'Their requests, votes and comments will stand here, with the mail that went to them.',
  },
  deletion: {
    title: (name: string) => `Delete ${name}?`,
    text: 'This cannot be undone.',
    goes: 'What goes',
    stays: 'What stays, without their name',
    identity: 'Name, e-mail, external id',
    votes: (count: number) => `${counted(count, 'vote', 'votes')}, and their reactions`,
    context: 'What came with their requests: source address and metadata',
    deliveries: 'The record of mail that went to them',
    requests: (count: number) => counted(count, 'request', 'requests'),
    comments: (count: number) => counted(count, 'comment', 'comments'),
    nothingWritten: 'Nothing: they have written nothing',
    withRequests: 'Delete what they wrote as well',
    withRequestsHelp: 'Their requests with all votes and comments under them, and their comments with the replies.',
    confirm: 'Delete customer',
    done: (name: string) => `${name} was deleted.`,
  },
}

/** Of the forms. */
export const customerFormMessages = {
  title: 'New customer',
  intro: 'Customers come by themselves when they file a request, vote or comment. Add one to act on their behalf.',
  editTitle: 'Edit customer',
  name: 'Name',
  email: 'E-mail',
  emailHelp: 'Where they hear of what is published.',
  newEmailHelp: 'Where they hear of what is published. A new address gets mail again after refusals.',
  externalId: 'External id',
  externalIdHelp: 'The id of this customer in your own product.',
  oneOf: 'An e-mail or an external id is needed.',
  create: 'Add customer',
  save: 'Save',
  cancel: 'Cancel',
  created: 'The customer was added.',
}
