import { defineMessages } from '#i18n/messages.ts'

/** Texts of the comments on a request or a changelog entry. */
export const commentMessages = defineMessages({
  title: 'Comments',
  none: 'No comments yet.',
  anonymous: 'Anonymous',
  customer: 'Customer',
  team: '{workspace} team',
  more: 'Load newer comments',
  reply: 'Reply',
  replyTo: 'Reply to {name}',
  write: 'Write a comment',
  yourReply: 'Your reply to {name}',
  everyone: 'Everyone can read it.',
  formats: 'You can use **bold**, *italic*, lists, and links.',
  mailNote: 'We’ll email you when someone replies. Each email has an unsubscribe link.',
  signInLater: 'You’ll sign in when you post it. We’ll keep your text.',
  name: 'Your name (optional)',
  nameHint: 'Shown next to your requests and comments. Without a name, you appear as “Customer”.',
  post: 'Post comment',
  cancel: 'Cancel',
  posted: 'Your comment was posted.',
  waiting: 'Waiting for review',
  waitingNotice: 'Thanks! Your comment will be public once the team approves it. Until then, only you can see it.',
  notPosted: 'Your comment hasn’t been posted yet. Check the fields marked below.',
  errors: {
    empty: 'Write a comment first.',
    body: 'Comments can have up to 10,000 characters. Shorten yours and try again.',
    name: 'Names can have up to 100 characters.',
    parentGone: 'The comment you replied to was deleted. You can post your text as a new comment.',
  },
})
