import { defineMessages } from '#i18n/messages.ts'

/** Texts for editing and deleting a customer's own requests and comments, and for following a request. */
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
    helpOn: 'You’ll get an email when the team replies or makes progress.',
  },
  editing: {
    request: 'Edit your request',
    comment: 'Edit your comment',
    commentText: 'Your comment',
    save: 'Save changes',
    cancel: 'Cancel',
    hint: 'The team can see earlier versions. Changes you make more than 15 minutes after posting are marked “edited”.',
    hintWaiting: 'This is still waiting for review. The team will see your new text.',
    hintReviewed:
      'Your changes will be public once the team approves them. Until then, everyone sees the current text.',
    hintLinks: 'If you add a link, your changes will be public once the team approves them.',
    hintHeld: 'Your changes are waiting for review. You can still edit or withdraw them.',
    withdraw: 'Withdraw changes',
    current: 'Current text',
    notSaved: 'Your changes haven’t been saved yet. Check the fields marked below.',
    saved: 'Your changes were saved.',
    held: 'Thanks! Your changes will be public once the team approves them.',
    withdrawn: 'Your changes were withdrawn. The public text hasn’t changed.',
    notWithdrawn: 'None of your changes are waiting for review. The team may have reviewed them already.',
    waiting: 'Your changes are waiting for review',
    waitingHelp: 'Only you and the team can see them.',
    open: 'Edit or withdraw',
  },
  removal: {
    titles: {
      request: 'Delete your request?',
      waitingRequest: 'Withdraw your request?',
      comment: 'Delete your comment?',
      waitingComment: 'Withdraw your comment?',
    },
    requestGoes: 'This deletes the request, your vote, and your comments on it. You can’t undo this.',
    requestStays:
      'Other people have voted or commented, or the team is working on it, so the request stays on the portal without your name. Your vote will be removed, and you won’t get any more email about the request. Your comments will stay, but you can delete them one by one. You can’t undo this.',
    requestWithdrawn: 'The team will no longer see the request, and it won’t become public. You can’t undo this.',
    requestWithdrawnStays:
      'The team has already started work on the request, so they’ll keep it without your name. You can’t undo this.',
    commentGoes: 'Your comment will be deleted. You can’t undo this.',
    commentStays:
      'Others have replied, so your comment will be replaced with “Deleted by its author.” and your name will be removed. You can’t undo this.',
    commentWithdrawn: 'Your comment won’t become public. You can’t undo this.',
    changed: 'The request has changed since you opened this page. Check what will happen now, then confirm again.',
    confirm: 'Delete',
    confirmStays: 'Remove my name',
    confirmWithdrawal: 'Withdraw',
    keep: 'Keep it',
    doneRequest: 'Your request was deleted.',
    doneRequestWithdrawn: 'Your request was withdrawn.',
    doneAnonymous: 'Your name and your vote were removed from the request.',
    doneComment: 'Your comment was deleted.',
    doneCommentWithdrawn: 'Your comment was withdrawn.',
  },
})
