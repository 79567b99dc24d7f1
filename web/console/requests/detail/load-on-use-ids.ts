// The ids of elements that load on use, and of the elements that open them.
export const addVoteDialogId = 'add-vote'
export const deleteDialogId = 'delete-request'
export const roadmapItemDialogId = 'plan-request'
export const editCommentLinkId = (commentId: string): string => `edit-comment-${commentId}`
