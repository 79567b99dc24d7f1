import { defineMessages } from '#i18n/messages.ts'

/** Texts of the data retention settings. */
export const retentionMessages = defineMessages({
  about: 'How long Heed keeps your customers’ personal data.',
  title: 'Delete automatically',
  text: 'Leave a field empty to keep the data. Changes apply within an hour, and deleted data can’t be recovered. Backups keep it until they expire.',
  inactiveMonths: 'Inactive customers: delete after (months)',
  inactiveMonthsHelp:
    'Deletes customers who haven’t submitted, voted, commented, or reacted for this long and aren’t signed in. Their requests and comments stay without their name, and their votes are removed. Subscribers to your updates stay.',
  visitorDays: 'Visitors who never took part: delete after (days)',
  visitorDaysHelp:
    'Deletes people who signed in or subscribed by themselves, but never submitted, voted, commented, or reacted, and haven’t signed in for this long. Subscribers to your updates stay.',
  contextMonths: 'Source addresses and metadata: delete after (months)',
  contextMonthsHelp:
    'Removes the source address and metadata from requests that are completed or closed and haven’t changed for this long. The request and its submitter stay.',
  preview: 'Preview',
  saved: 'The data retention settings have been saved.',
  now: 'What this would delete now',
  nothing: 'Nothing.',
  inactive: '{count, plural, one {# inactive customer} other {# inactive customers}}',
  visitors: '{count, plural, one {# visitor who never took part} other {# visitors who never took part}}',
  requests:
    '{count, plural, one {source address and metadata of # request} other {source addresses and metadata of # requests}}',
  wouldDelete: 'This would delete {items}.',
  audit: 'The audit log is kept. It doesn’t name deleted customers.',
})
