import { defineMessages } from '#i18n/messages.ts'
import type { MappedStage } from '#server/tracker/sync/stage-mapping.ts'
import type { Provider, StateType } from '#server/tracker/tracker.ts'
import { stageLabels } from '../../../ui/messages.ts'
import { trackerNames } from '../labels.ts'

/** Texts of the tracker settings. */
export const trackerMessages = defineMessages({
  about:
    'Send approved requests to your engineering team’s issue tracker, and keep their stages in sync with the issues.',
  providers: trackerNames,
  offers: {
    linear: 'Connect with an API key or OAuth.',
    github: 'Connect a repository with a token or a GitHub App. GitHub Enterprise Server works too.',
    jira: 'Connect Jira Cloud with an account’s API token.',
  } satisfies Record<Provider, string>,
  choose: 'No tracker connected',
  chooseText: 'Choose the tracker your engineers use. A workspace has one tracker at a time.',
  connect: 'Connect',
  connectTo: 'Connect {tracker}',

  status: { connected: 'Connected', revoked: 'Access revoked', stale: 'Out of date' },
  reason: {
    revoked: 'The tracker no longer accepts the credential. Reconnect the tracker.',
    stale: 'The connection is out of date. Reconnect the tracker, or change where issues go.',
  },
  rateLimited:
    'The tracker’s rate limit has been reached. Heed will continue in {seconds, plural, one {# second} other {# seconds}}.',
  organization: 'Organization',
  teamNouns: { linear: 'Team', github: 'Repository', jira: 'Project' } satisfies Record<Provider, string>,
  projectNouns: { linear: 'Project', github: 'Milestone', jira: 'Epic' } satisfies Record<Provider, string>,
  labels: 'Labels',
  assignee: 'Assignee',
  assigneeSet: 'Set',
  priority: 'Priority',
  labelCount: '{count, plural, one {# label} other {# labels}}',
  linked: 'Linked requests',
  links: '{count, plural, one {# request} other {# requests}}',
  linksWithUnconfirmed:
    '{count, plural, one {# request} other {# requests}}, {unconfirmed, plural, one {# not confirmed yet} other {# not confirmed yet}}',
  connectedSince: 'Connected',
  checked: 'Last checked',
  test: 'Test connection',
  tested: 'The connection works',
  testedText: 'The tracker accepts the credential and recognizes all defaults for new issues.',
  testFailed: 'The connection isn’t working',
  reconnect: 'Connect again',
  change: 'Change where issues go',

  mappingTitle: 'Stage updates',
  mappingText: 'Choose which stage a request moves to when its issue changes state.',
  states: {
    backlog: 'Backlog',
    unstarted: 'To do',
    started: 'In progress',
    completed: 'Done',
    canceled: 'Canceled',
  } satisfies Record<StateType, string>,
  stages: { ...stageLabels, none: 'No change' } satisfies Record<MappedStage | 'none' | 'pending', string>,
  contextTitle: 'Private context',
  context: 'Send private context',
  contextHelp:
    'Adds the submitter, the page they wrote from, and the metadata to issues. Everyone who can read the issue can read them; in a public repository, that’s everyone.',
  saved: 'Tracker settings saved.',

  webhook: {
    title: 'Webhook',
    active: 'The tracker notifies Heed when an issue changes.',
    inactive: 'Heed checks issues every 15 minutes. With a webhook, it learns of changes right away.',
    needsHttps: 'Heed checks issues every 15 minutes. Webhooks need HTTPS, and this server’s address is {url}.',
    lastCall: 'Last call:',
    noCallYet: 'No calls received yet.',
    manual: 'Set up manually',
    manualText:
      'Heed generates a new secret. Calls signed with an earlier secret are rejected, and the webhook that Heed registered itself is deleted.',
    trackerSecret: 'Secret from Linear',
    trackerSecretHelp: 'If Linear generated the secret, paste it here. Leave empty to let Heed generate one.',
    trackerSecretInvalid: 'Use at least 16 characters, without spaces.',
    prepare: 'Show address and secret',
    ready: 'Create the webhook with these values',
    readyText: 'The secret won’t be shown again.',
    readyOwnSecret: 'Your secret has been saved.',
    copyUrl: 'Copy address',
    copySecret: 'Copy secret',
  },

  disconnect: 'Disconnect',
  disconnectTitle: 'Disconnect {tracker}?',
  disconnectText: 'Heed deletes the credential and stops syncing issues. The issues and their links stay.',
  disconnected: '{tracker} disconnected.',
  disconnectedLeavingWebhook:
    '{tracker} disconnected. Its webhook couldn’t be deleted: delete it in {tracker}. Heed ignores its calls.',

  back: 'Tracker',
  oauthTitle: 'Connect with OAuth',
  oauthText: 'Authorize Heed in Linear. The app creates the issues, so no one’s personal key is needed.',
  oauth: 'Continue to Linear',
  credentialTitle: {
    linear: 'Connect with an API key',
    github: 'Connect with a token or a GitHub App',
    jira: 'Connect with an API token',
  } satisfies Record<Provider, string>,
  credentialText: {
    linear:
      'Create one in Linear under Settings → Security & access → Personal API keys, with read and write permissions. Issues are created in its owner’s name. An admin’s key lets Heed register the webhook.',
    github:
      'Use a fine-grained personal access token for the repository: Issues (read and write), Metadata (read-only), and, to let Heed register the webhook, Webhooks (read and write).',
    jira: 'Use an API token without scopes from a dedicated account. Create it at id.atlassian.com → Security → API tokens. Issues are created in that account’s name.',
  } satisfies Record<Provider, string>,
  token: { linear: 'API key', github: 'Token', jira: 'API token' },
  tokenHelp: 'Stored encrypted and never shown again.',
  method: 'Authentication',
  methods: { token: 'Token', app: 'GitHub App' },
  appId: 'App ID',
  installationId: 'Installation ID',
  installationHelp: 'The number at the end of the installation’s address.',
  secretKey: 'Private key',
  secretKeyHelp: 'The complete PEM file, as downloaded.',
  email: 'Account email address',
  apiUrl: { linear: 'API address', github: 'API address', jira: 'Site address' } satisfies Record<Provider, string>,
  apiUrlHelp: {
    linear: 'Leave empty for the default.',
    github: 'Leave empty for github.com. For GitHub Enterprise Server: https://github.example.com/api/v3',
    jira: 'For example, https://acme.atlassian.net',
  } satisfies Record<Provider, string>,
  submit: 'Connect',
  replaces: '{tracker} ({account}) is currently connected',
  replacesText:
    'The new connection will replace it. Links to issues in other organizations are suspended until you reconnect those organizations.',
  chooseTeam: '{tracker}: where issues go',
  chooseTeamText: 'The credential works. Choose where new issues go; you can set more defaults on the next page.',
  credentialExpired: 'That took longer than 15 minutes. Enter the credential again.',
  connected: '{tracker} connected. Choose the defaults for new issues.',

  destination: 'Where issues go',
  destinationText: 'Defaults for new issues. You can change them for each issue when you send it.',
  showChoices: 'Show options',
  none: 'None',
  labelsHelp: 'Added to every new issue.',
  noLabels: 'There are no labels.',
  save: 'Save changes',
  destinationSaved: 'Saved. New issues will go there.',
  unavailable: 'The tracker isn’t responding',

  oauthExpired: 'This link has expired',
  oauthExpiredText: 'This link was already used, has expired, or belongs to someone else. Start again.',
  oauthDenied: 'Not connected',
  oauthDeniedText: 'Linear reports that access wasn’t granted.',
  startAgain: 'Start again',
})

/** Labels of the priorities 0 to 4. */
export const priorityLabels = ['None', 'Urgent', 'High', 'Medium', 'Low']
