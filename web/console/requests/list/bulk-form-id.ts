/** The form that the checkboxes of the rows belong to. */
export const bulkFormId = 'bulk'
