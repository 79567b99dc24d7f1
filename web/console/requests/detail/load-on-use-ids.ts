// The elements of the page that load on use, and those that open them.
export const addVoteDialogId = 'add-vote'
export const deleteDialogId = 'delete-request'
export const roadmapItemDialogId = 'plan-request'
export const editCommentLinkId = (commentId: string): string => `edit-comment-${commentId}`
