export const viewDialogs = { save: 'view-save', rename: 'view-rename', delete: 'view-delete' }
