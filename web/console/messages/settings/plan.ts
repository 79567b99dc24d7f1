import { defineMessages } from '#i18n/messages.ts'

/** Texts of the plan and limits page in the settings. */
export const planMessages = defineMessages({
  about: 'What this workspace can use.',
  plan: 'Plan',
  plans: { free: 'Free', starter: 'Starter', growth: 'Growth' },
  current: 'Your plan',
  changedByOperator: 'Your server’s administrator can change the plan.',
  customers: 'Tracked customers',
  customersText:
    'Customers who were added by your product, the API, or your team, and who submitted a request, voted, or commented.',
  used: '{used, number} of {max, number}',
  usedUncapped: '{used, number}, no limit',
  left: 'Room for {count, number} more.',
  full: 'You’ve reached the limit',
  fullText:
    'New customers from your product, the API, and your team are rejected; the API responds with 403. People who already take part still can, and so can those who sign in to the portal with an emailed code. Delete customers, or ask for a larger plan.',
  near: 'You’re close to the limit',
  nearText: 'Once it’s reached, new customers from your product, the API, and your team are rejected.',
  participants:
    '{count, plural, one {# person} other {# people}} took part on the portal with just an emailed code. They don’t count.',
  viewParticipants: 'View them',
  viewCustomers: 'View customers',
  storage: 'Files',
  storageText: 'Images and files in requests, comments, and changelog entries, and the logo.',
  storageUsed: '{used, number} MB in {files, plural, one {# file} other {# files}}, no limit',
  storageUsedOf: '{used, number} of {max, number} MB',
  storageFiles: '{files, plural, one {# file} other {# files}}',
  storageFull: 'Your file storage is almost full',
  storageFullText:
    'Once it’s full, new files are rejected. Delete requests or changelog entries with large files, or ask for a larger plan.',
  storageUpTo: '{max, number} MB of files',
  storageUncapped: 'unlimited files',
  upTo: 'Up to {max, number} tracked customers',
  uncapped: 'Unlimited tracked customers',
  rateLimits: 'API rate limits',
  rateLimitsText: 'Requests above these limits get a 429 response that says when to try again.',
  perToken: 'Per token',
  perWorkspace: 'Per workspace',
  ratePerMinute: '{count, number} per minute',
  rate: '{count, number} per {seconds, number} seconds',
  tokens: 'API tokens',
})
