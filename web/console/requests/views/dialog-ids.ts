/** The dialogs for views, which load on use. */
export const viewDialogs = { save: 'view-save', rename: 'view-rename', delete: 'view-delete' }
