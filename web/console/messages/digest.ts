import { defineMessages } from '#i18n/messages.ts'

/** Texts of the page on which members choose the weekly digest. */
export const digestMessages = defineMessages({
  title: 'Weekly digest',
  pageTitle: 'Weekly digest · {workspace}',
  back: 'Your account',
  about:
    'New requests, the most voted, what waits for an answer, and what was completed and published: every Monday at 9:00 ({zone}), if anything happened.',
  wanted: 'Email me the weekly digest',
  wantedHelp: 'About {workspace}. Each digest has a link to unsubscribe.',
  notSent: 'This workspace sends no digests',
  notSentText: 'Owners and admins can turn them on under Settings, Email.',
  save: 'Save changes',
  saved: 'Saved.',
})
