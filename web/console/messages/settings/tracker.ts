import type { MappedStage } from '#server/tracker/sync/stage-mapping.ts'
import type { Provider, StateType } from '#server/tracker/tracker.ts'
import { stageLabels } from '../../../ui/messages.ts'
import { counted } from './common.ts'

const providers: Record<Provider, string> = { linear: 'Linear', github: 'GitHub', jira: 'Jira' }

const states: Record<StateType, string> = {
  backlog: 'Backlog',
  unstarted: 'To do',
  started: 'In progress',
  completed: 'Done',
  canceled: 'Cancelled',
}

export const teamNoun: Record<Provider, string> = { linear: 'Team', github: 'Repository', jira: 'Project' }
export const projectNoun: Record<Provider, string> = { linear: 'Project', github: 'Milestone', jira: 'Epic' }

/** Texts of the tracker's page in the settings. */
export const trackerMessages = {
  about: 'Approved requests are sent to the tracker of your engineers, and what becomes of the issues comes back.',
  providers,
  offers: {
    linear: 'With an API key, or by consent in the browser.',
    github: 'Issues of a repository, with a token or a GitHub App. GitHub Enterprise Server too.',
    jira: 'Jira Cloud, with the API token of an account.',
  } satisfies Record<Provider, string>,
  choose: 'No tracker is connected',
  chooseText: 'Choose where your engineers work. A workspace has one tracker at a time.',
  connect: 'Connect',
  connectTo: (name: string) => `Connect ${name}`,

  status: { connected: 'Connected', revoked: 'No longer let in', stale: 'Out of date' },
  reason: {
    revoked: 'The tracker no longer accepts the credential. Connect it again.',
    stale: 'Something that the connection needs has gone. Connect it again, or choose where issues go.',
  },
  paused: (seconds: number) =>
    `The tracker has asked for fewer requests. Heed goes on in ${counted(seconds, 'second', 'seconds')}.`,
  organization: 'Organization',
  labels: 'Labels',
  assignee: 'Assignee',
  assigneeSet: 'Set',
  priority: 'Priority',
  priorities: ['None', 'Urgent', 'High', 'Medium', 'Low'],
  labelCount: (count: number) => counted(count, 'label', 'labels'),
  linked: 'Linked requests',
  links: (active: number, creating: number) =>
    creating === 0
      ? counted(active, 'request', 'requests')
      : `${counted(active, 'request', 'requests')}, ${creating} without an answer yet`,
  since: 'Connected',
  checked: 'Last asked',
  test: 'Test connection',
  tested: 'It works',
  testedText: 'The tracker lets Heed in, and knows everything that new issues are to have.',
  testFailed: 'It does not work now',
  reconnect: 'Connect again',
  change: 'Change where issues go',

  mappingTitle: 'What comes back',
  mappingText: 'The stage that a request gets when its issue comes to a state.',
  states,
  stages: { ...stageLabels, none: 'Stays as it is' } satisfies Record<MappedStage | 'none' | 'pending', string>,
  contextTitle: 'What is sent',
  context: 'Send private context',
  contextHelp:
    'Puts the submitter, the page they wrote from and the metadata into issues. Everybody who can read the issue reads them; in a public repository that is everybody.',
  saved: 'The connection is set as you want it.',

  hookTitle: 'Webhook',
  hookMade: 'The tracker tells Heed when an issue changes.',
  hookNone: 'Heed looks at issues every 15 minutes. With a webhook it hears of changes at once.',
  hookNoHttps: (url: string) =>
    `Heed looks at issues every 15 minutes: trackers call nothing but https, and the address of this server is ${url}.`,
  hookLast: 'It last called',
  hookNever: 'It has not called yet.',
  hookByHand: 'Make it by hand',
  hookByHandText:
    'Heed makes a new secret for it. Calls that are signed with an earlier one are no longer heeded, and a webhook that Heed has made itself is taken away.',
  hookGiven: 'Secret from Linear',
  hookGivenHelp: 'Where Linear has made the secret, put it here. Empty: Heed makes one.',
  hookGivenShort: 'must be one word of at least 16 characters',
  hookPrepare: 'Show address and secret',
  hookReady: 'Make the webhook with these',
  hookReadyText: 'The secret is not shown again.',
  hookReadyGiven: 'Your secret is kept.',
  hookUrl: 'Copy address',
  hookSecret: 'Copy secret',

  disconnect: 'Disconnect',
  disconnectTitle: (name: string) => `Disconnect ${name}?`,
  disconnectText: 'Heed forgets the credential and follows no issue any more. Issues and the links to them stay.',
  disconnected: (name: string) => `${name} is disconnected.`,
  disconnectedLeft: (name: string) =>
    `${name} is disconnected. Its webhook could not be taken away: delete it there. Nobody heeds it.`,

  back: 'Tracker',
  consentTitle: 'By consent',
  consentText: 'You agree in Linear. Issues are made by the application, and nobody’s key is needed.',
  consent: 'Continue to Linear',
  keyTitle: { linear: 'With an API key', github: 'With a token or an App', jira: 'With an API token' },
  keyText: {
    linear:
      'Settings → Security & access → Personal API keys, with the permissions to read and to write. Issues are its owner’s. The key of an administrator lets Heed make the webhook.',
    github:
      'A fine-grained personal access token for the repository: Issues read and write, Metadata read-only, and Webhooks read and write where Heed is to make the webhook.',
    jira: 'Of an account of its own, made without scopes: id.atlassian.com → Security → API tokens. Issues are created in its name.',
  } satisfies Record<Provider, string>,
  token: { linear: 'API key', github: 'Token', jira: 'API token' },
  tokenHelp: 'Kept encrypted, and shown nowhere again.',
  way: 'How Heed is let in',
  ways: { token: 'Token', app: 'GitHub App' },
  appId: 'App id',
  installationId: 'Installation id',
  installationHelp: 'The number at the end of the installation’s address.',
  secretKey: 'Private key',
  secretKeyHelp: 'The whole PEM file, as it was downloaded.',
  email: 'E-mail address of the account',
  apiUrl: { linear: 'Address of the API', github: 'Address of the API', jira: 'Address of your site' },
  apiUrlHelp: {
    linear: 'Empty: the usual one.',
    github: 'Empty: github.com. For GitHub Enterprise Server: https://github.example.com/api/v3.',
    jira: 'Such as https://acme.atlassian.net.',
  } satisfies Record<Provider, string>,
  submit: 'Connect',
  replaces: (name: string) => `${name} is connected now`,
  replacesText: 'It is replaced. Links into another organization end; they come back when you connect it again.',
  team: (provider: Provider) => `${providers[provider]}: where issues go`,
  teamText: 'The credential is good. Choose where new issues go; more can be chosen afterwards.',
  keptOver: 'That took longer than 15 minutes. Give the credential again.',
  connected: (name: string) => `${name} is connected. Choose what new issues get.`,

  destination: 'Where issues go',
  destinationText: 'What each issue gets that is sent without saying otherwise.',
  show: 'Show its choices',
  none: 'None',
  labelsHelp: 'Each new issue gets these.',
  noLabels: 'There are none.',
  save: 'Save',
  moved: 'New issues go there from now on.',
  failed: 'The tracker cannot be asked now',

  consentOutdated: 'This link is no longer good',
  consentOutdatedText: 'It was used, lay for longer than 15 minutes, or was begun by somebody else. Begin again.',
  consentRefused: 'Nothing was connected',
  consentRefusedText: 'Linear says that nobody agreed to it.',
  again: 'Begin again',
}
