import { defineMessages } from '#i18n/messages.ts'

/** Texts that the settings pages share. */
export const settingsMessages = defineMessages({
  title: 'Settings',
  pageTitle: '{page} · {workspace}',
  groups: { workspace: 'Workspace', product: 'Product', integrations: 'Integrations', data: 'Data' },
  areas: {
    workspace: 'General',
    portal: 'Portal',
    boards: 'Boards',
    tags: 'Tags',
    members: 'Members',
    tokens: 'API tokens',
    apps: 'Connected apps',
    channels: 'Channels',
    webhooks: 'Webhooks',
    tracker: 'Issue tracker',
    mail: 'Email',
    import: 'Import',
    export: 'Data',
    retention: 'Data retention',
    audit: 'Audit log',
    plan: 'Plan and limits',
  },
  save: 'Save changes',
  edit: 'Edit',
  delete: 'Delete…',
  actions: 'Actions',
})
