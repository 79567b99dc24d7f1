import { defineMessages } from '#i18n/messages.ts'

/** Texts of the page that removes fake accounts. */
export const bulkRemovalMessages = defineMessages({
  title: 'Remove fake accounts',
  intro:
    'Find fake accounts by the time they were created. Removing them also removes their requests, votes, comments, and reactions, and corrects all counts.',
  from: 'Created from (UTC)',
  until: 'Created before (UTC)',
  isFromPortal: 'Only people who signed in on the portal',
  isFromPortalHelp: 'Leaves out anyone added by your team, your product, or the API.',
  find: 'Find accounts',
  list: 'Accounts found',
  found: '{count, plural, =0 {No accounts} one {# account} other {# accounts}} found',
  shown: 'The newest {count, number} are shown.',
  select: 'Remove {name}',
  all: 'Remove all {count, number} accounts found, including those not shown',
  submit: 'Remove selected accounts',
  warning: 'You can’t undo this.',
  started: '{count, plural, one {# account is} other {# accounts are}} being removed. This can take a few minutes.',
  noneSelected: 'Select at least one account.',
  none: 'No accounts match. Widen the time range.',
})
