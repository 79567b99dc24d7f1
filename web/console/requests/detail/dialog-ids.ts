// Apart from the dialogs, whose scripts are loaded later than the buttons that open them.
export const addVoteDialogId = 'add-vote'
export const deleteDialogId = 'delete-request'
export const roadmapItemDialogId = 'plan-request'
