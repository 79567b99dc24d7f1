/** Texts that the pages of the settings share. */
export const settingsMessages = {
  title: 'Settings',
  titleOf: (page: string, workspace: string) => `${page} · ${workspace}`,
  areas: {
    workspace: 'Workspace',
    portal: 'Portal',
    boards: 'Boards',
    tags: 'Tags',
    members: 'Members',
    tokens: 'API tokens',
    tracker: 'Tracker',
    mail: 'Mail',
    audit: 'Audit log',
    plan: 'Plan and limits',
  },
  save: 'Save changes',
  edit: 'Edit',
  remove: 'Delete …',
  actions: 'Change',
}

const counts = new Intl.NumberFormat('en')

/** "1 entry", "1,204 entries" */
export const counted = (count: number, one: string, many: string): string =>
  `${counts.format(count)} ${count === 1 ? one : many}`
