import { defineMessages } from '#i18n/messages.ts'

/** Texts of the command palette. */
export const paletteMessages = defineMessages({
  open: 'Search or jump to',
  label: 'Search or jump to',
  placeholder: 'Search or jump to…',
  pages: 'Go to',
  actions: 'Create',
  settings: 'Settings',
  workspaces: 'Switch workspace',
  preferences: 'Appearance and account',
  theme: 'Appearance: {theme}',
  requests: 'Requests',
  entries: 'Changelog entries',
  customers: 'Customers',
  allRequests: '{count, plural, one {Show # matching request} other {Show all # matching requests}}',
  moreRequests: 'Show all matching requests (more than {count, number})',
  goTo: {
    overview: 'Overview',
    requests: 'Requests',
    review: 'Requests to review',
    roadmap: 'Roadmap',
    changelog: 'Changelog',
    customers: 'Customers',
    insights: 'Insights',
    settings: 'Settings',
    portal: 'Settings: Portal',
    portalSignIn: 'Settings: Portal sign-in',
    sso: 'Settings: Single sign-on',
    widget: 'Settings: Widget',
    domain: 'Settings: Custom domain',
    boards: 'Settings: Boards',
    tags: 'Settings: Tags',
    members: 'Settings: Members',
    tokens: 'Settings: API tokens',
    webhooks: 'Settings: Webhooks',
    tracker: 'Settings: Issue tracker',
    mail: 'Settings: Email',
    retention: 'Settings: Data retention',
    audit: 'Settings: Audit log',
    plan: 'Settings: Plan and limits',
    account: 'Your account',
  },
  create: {
    request: 'New request',
    item: 'New roadmap item',
    entry: 'New changelog entry',
    customer: 'New customer',
    invite: 'Invite a team member',
    token: 'New API token',
  },
  keywords: {
    tokens: 'API keys',
    sso: 'SSO JWT',
    theme: 'theme mode',
    signOut: 'log out logout',
  },
  states: { draft: 'Draft', scheduled: 'Scheduled', published: 'Published' },
})

/** Texts of the search page. */
export const searchPageMessages = defineMessages({
  title: 'Search',
  titleOf: 'Search · {workspace}',
  submit: 'Search',
  found: '{count, plural, one {# result} other {# results}}',
  foundMore: 'More than {count, number} results',
  none: {
    title: 'No results',
    text: 'No page, request, entry, or customer matches “{text}”.',
  },
})

type ShortcutLine = [keys: string[], action: string]

export interface ShortcutGroup {
  name: string
  lines: ShortcutLine[]
}

/** The keyboard shortcuts, everywhere and on each page. */
export const shortcutMessages = {
  title: 'Keyboard shortcuts',
  followedBy: 'then',
  or: 'or',
  everywhere: {
    name: 'Everywhere',
    lines: [
      [['⌘K', 'Ctrl K'], 'Search or jump to anything'],
      [['?'], 'Show keyboard shortcuts'],
      [['/'], 'Search the list'],
      [['Esc'], 'Close a dialog or menu'],
    ],
  } satisfies ShortcutGroup as ShortcutGroup,
  goTo: 'Go to',
  areas: {
    o: 'Overview',
    r: 'Requests',
    m: 'Roadmap',
    c: 'Changelog',
    u: 'Customers',
    s: 'Settings',
  },
  requests: {
    name: 'Requests',
    lines: [
      [['j', 'k'], 'Next, previous request'],
      [['Enter', 'o'], 'Open request'],
      [['e'], 'Edit title and description'],
      [['s'], 'Set stage'],
      [['a'], 'Set owner of the open request'],
      [['t'], 'Set tags of the open request'],
      [['b'], 'Move the open request to another board'],
      [['x'], 'Select for bulk actions'],
      [['m'], 'Merge the selected requests, or the focused one into another'],
      [['z'], 'Undo the last change'],
      [['⌘Enter', 'Ctrl Enter'], 'Send comment'],
    ],
  } satisfies ShortcutGroup as ShortcutGroup,
  review: {
    name: 'Reviewing',
    lines: [
      [['a'], 'Approve'],
      [['r'], 'Reject'],
      [['s'], 'Mark as spam'],
      [['2', '…', '6'], 'Approve as under consideration, planned, …, closed'],
      [['p'], 'Approve as…'],
      [['m'], 'Merge into a similar request; digits pick one, Enter merges'],
      [['b'], 'Set board'],
      [['w'], 'Set owner'],
      [['z'], 'Undo the last decision'],
      [['j', 'k'], 'Next, previous request'],
      [['Enter', 'o'], 'Open request'],
    ],
  } satisfies ShortcutGroup as ShortcutGroup,
  roadmap: {
    name: 'Roadmap',
    lines: [
      [['n'], 'New item'],
      [['Space'], 'Pick up the focused card; press again to drop it'],
      [['↑', '↓', '←', '→'], 'Move the card'],
      [['Esc'], 'Cancel the move, or close the panel'],
    ],
  } satisfies ShortcutGroup as ShortcutGroup,
  editor: {
    name: 'Editor',
    lines: [
      [['⌘S', 'Ctrl S'], 'Save'],
      [['⌘B', 'Ctrl B'], 'Bold'],
      [['⌘I', 'Ctrl I'], 'Italic'],
    ],
  } satisfies ShortcutGroup as ShortcutGroup,
}
