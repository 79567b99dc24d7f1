import { defineMessages } from '#i18n/messages.ts'

/** Texts of the new request form. */
export const newRequestMessages = defineMessages({
  title: 'New request',
  lead: 'Tell {workspace} what you need. Ask for one thing at a time.',
  board: 'Board',
  titleLabel: 'Title',
  titleHint: 'What you need, in a few words.',
  description: 'Description (optional)',
  descriptionHint: 'What you want to do, and what’s in the way. You can use **bold**, *italic*, lists, and links.',
  reviewed: 'The team may review it before others can see it.',
  mailNote: 'We’ll email you about replies and progress. Each email has an unsubscribe link.',
  signInLater: 'You’ll sign in when you send it. We’ll keep your text.',
  send: 'Send request',
  sendAnyway: 'Send it anyway',
  similar: 'Is it one of these?',
  similarText: 'A vote for an existing request counts for more than a duplicate.',
  similarCount: '{count, plural, one {# similar request} other {# similar requests}} below the title',
  reviewSimilar: {
    title: 'Someone may have already asked for this',
    text: 'Vote for a request below if it covers what you need. If none does, send yours anyway.',
  },
  notSent: 'Your request hasn’t been sent yet. Check the fields marked below.',
  errors: {
    board: 'Choose a board that accepts requests.',
    empty: 'Enter a title.',
    title: 'Titles can have up to 200 characters. Put the rest in the description.',
    description: 'Descriptions can have up to 10,000 characters. Shorten yours and try again.',
  },
  noBoards: {
    title: 'New requests are closed at the moment',
    text: '{workspace} isn’t accepting new requests on any board. You can still vote and comment.',
    back: 'All requests',
  },
})
