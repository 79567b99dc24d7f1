import { defineMessages } from '#i18n/messages.ts'

/** Texts of what customers do with their own requests and comments, and of following a request. */
export const ownMessages = defineMessages({
  edit: 'Edit',
  remove: 'Delete',
  withdraw: 'Withdraw',
  editComment: 'Edit your comment',
  removeComment: 'Delete your comment',
  withdrawComment: 'Withdraw your comment',
  edited: 'edited',
  follow: {
    follow: 'Follow',
    following: 'Following',
    help: 'Get an email when the team replies or makes progress.',
    helpOn: 'You get an email when the team replies or makes progress.',
  },
  editing: {
    request: 'Edit your request',
    comment: 'Edit your comment',
    commentText: 'Your comment',
    save: 'Save changes',
    cancel: 'Cancel',
    hint: 'The team can see earlier versions. After 15 minutes, an edit is marked.',
    hintWaiting: 'It still waits for review. The team will see your new text.',
    noNewLinks: 'Edits can’t add links here, because the team reviews text with links first.',
    closed: 'This text can’t be edited',
    closedText:
      'The team reviews everything here before it’s public, so public text can’t be changed. You can delete it and submit a new version for review.',
    current: 'The text as it is now',
    notSaved: 'Your changes haven’t been saved yet. Check the fields marked below.',
    saved: 'Your changes were saved.',
  },
  removal: {
    titles: {
      request: 'Delete your request?',
      waitingRequest: 'Withdraw your request?',
      comment: 'Delete your comment?',
      waitingComment: 'Withdraw your comment?',
    },
    requestGoes: 'The request is deleted with your vote and your comments on it. You can’t undo this.',
    requestStays:
      'Other people have voted or commented, or the team is working on it, so the request stays on the portal without your name. Your vote is removed, and you get no more email about it. Your comments stay; you can delete each of them. You can’t undo this.',
    requestWithdrawn: 'The team no longer sees it, and it never becomes public. You can’t undo this.',
    requestWithdrawnStays:
      'The team has already started to work on it, so it stays with the team without your name. You can’t undo this.',
    commentGoes: 'Your comment is deleted. You can’t undo this.',
    commentStays:
      'Others have replied, so “Deleted by its author.” stays in its place, without your name. You can’t undo this.',
    commentWithdrawn: 'Your comment never becomes public. You can’t undo this.',
    changed: 'This has changed in the meantime. Read what happens now, then confirm again.',
    confirm: 'Delete',
    confirmStays: 'Remove my name',
    confirmWithdrawal: 'Withdraw',
    keep: 'Keep it',
    doneRequest: 'Your request was deleted.',
    doneAnonymous: 'Your name and your vote were removed from the request.',
    doneComment: 'Your comment was deleted.',
  },
})
