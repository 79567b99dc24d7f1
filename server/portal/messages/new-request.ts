/** Every text of the form for a new request. */
export const newRequestMessages = {
  title: 'New request',
  lead: (workspace: string) => `Tell ${workspace} what you need. Ask for one thing at a time.`,
  board: 'Board',
  titleLabel: 'Title',
  titleHint: 'What you need, in a few words.',
  description: 'Description (optional)',
  descriptionHint: 'What you want to do, and what stands in the way. **bold**, *italic*, lists and links work.',
  reviewed: 'The team may look at it before everybody sees it.',
  signInLater: 'You sign in when you send it. What you write is kept.',
  send: 'Send request',
  sendAnyway: 'Send it anyway',
  similar: 'Is it one of these?',
  similarText: 'A vote for what is there counts more than asking again.',
  mustLook: {
    title: 'Somebody may have asked for this already',
    text: 'Vote for a request below if it says what you need. If none does, send yours anyway.',
  },
  notYet: 'Your request is not sent yet. Look at what is marked below.',
  faults: {
    board: 'Choose a board that takes requests.',
    empty: 'A request needs a title.',
    title: 'A title has at most 200 characters. The rest can stand in the description.',
    description: 'A description has at most 10,000 characters. Please make it shorter.',
  },
  none: {
    title: 'No requests are taken at the moment',
    text: (workspace: string) => `${workspace} has closed all boards for new requests. You can still vote and comment.`,
    back: 'All requests',
  },
}
