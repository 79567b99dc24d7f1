/** Texts of the palette, the search page, and the list of keys. */
export const paletteMessages = {
  open: 'Search or jump to',
  label: 'Search or jump to',
  placeholder: 'Search or jump to …',
  pages: 'Go to',
  actions: 'Begin',
  settings: 'Settings',
  workspaces: 'Switch workspace',
  requests: 'Requests',
  entries: 'Changelog entries',
  customers: 'Customers',
  goTo: {
    overview: 'Overview',
    requests: 'Requests',
    review: 'Requests to review',
    roadmap: 'Roadmap',
    changelog: 'Changelog',
    customers: 'Customers',
    settings: 'Settings',
    boards: 'Settings: boards',
    tags: 'Settings: tags',
    members: 'Settings: members',
    tokens: 'Settings: API tokens',
    tracker: 'Settings: tracker',
    mail: 'Settings: mail',
    audit: 'Settings: audit log',
    plan: 'Settings: plan and limits',
    account: 'Your account',
  },
  act: {
    request: 'New request',
    item: 'New roadmap item',
    entry: 'New changelog entry',
    customer: 'New customer',
    invite: 'Invite somebody',
    token: 'New API token',
  },
  states: { draft: 'Draft', scheduled: 'Scheduled', published: 'Published' },
}

export const searchPageMessages = {
  title: 'Search',
  titleOf: (workspace: string) => `Search · ${workspace}`,
  submit: 'Search',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  none: {
    title: 'Nothing found',
    text: (text: string) => `No page, request, entry or customer has “${text}” in its name.`,
  },
}

type ShortcutLine = [keys: string[], does: string]

export interface ShortcutGroup {
  name: string
  lines: ShortcutLine[]
}

/** What the keys do, everywhere and on each page. */
export const shortcutMessages = {
  title: 'Keyboard shortcuts',
  inTurn: 'then',
  or: 'or',
  everywhere: {
    name: 'Everywhere',
    lines: [
      [['⌘K', 'Ctrl K'], 'Search or jump to anything'],
      [['?'], 'Show these keys'],
      [['/'], 'Go to the search of a list'],
      [['Esc'], 'Close what floats'],
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
      [['Enter', 'o'], 'Open the request'],
      [['e'], 'Edit title and description'],
      [['s'], 'Set the stage'],
      [['x'], 'Select for bulk work'],
      [['z'], 'Undo the last change in the list'],
      [['⌘Enter', 'Ctrl Enter'], 'Send the comment that is written'],
    ],
  } satisfies ShortcutGroup as ShortcutGroup,
  review: {
    name: 'Reviewing',
    lines: [
      [['a'], 'Approve'],
      [['r'], 'Reject'],
      [['s'], 'Mark as spam'],
      [['z'], 'Undo the last decision'],
      [['j', 'k'], 'Next, previous request'],
      [['o'], 'Open the request'],
    ],
  } satisfies ShortcutGroup as ShortcutGroup,
  roadmap: {
    name: 'Roadmap',
    lines: [
      [['n'], 'New item'],
      [['Space'], 'Lift the card that has the focus; again, put it down'],
      [['↑', '↓', '←', '→'], 'Move it while it is lifted'],
      [['Esc'], 'Put it back, or close the panel'],
    ],
  } satisfies ShortcutGroup as ShortcutGroup,
  editor: {
    name: 'The editor',
    lines: [
      [['⌘S', 'Ctrl S'], 'Save'],
      [['⌘B', 'Ctrl B'], 'Bold'],
      [['⌘I', 'Ctrl I'], 'Italic'],
    ],
  } satisfies ShortcutGroup as ShortcutGroup,
}
