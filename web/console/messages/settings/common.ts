import { defineMessages } from '#i18n/messages.ts'

/** Texts that the settings pages share. */
export const settingsMessages = defineMessages({
  title: 'Settings',
  pageTitle: '{page} · {workspace}',
  areas: {
    workspace: 'Workspace',
    portal: 'Portal',
    boards: 'Boards',
    tags: 'Tags',
    members: 'Members',
    tokens: 'API tokens',
    channels: 'Channels',
    webhooks: 'Webhooks',
    tracker: 'Issue tracker',
    mail: 'Email',
    retention: 'Data retention',
    audit: 'Audit log',
    plan: 'Plan and limits',
  },
  save: 'Save changes',
  edit: 'Edit',
  delete: 'Delete…',
  actions: 'Actions',
})
