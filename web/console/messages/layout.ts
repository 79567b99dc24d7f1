/** Texts of the frame around every page. */
export const layoutMessages = {
  product: 'Heed',
  skip: 'Skip to the content',
  navigation: 'Workspace',
  overview: 'Overview',
  requests: 'Requests',
  moderation: 'To review',
  roadmap: 'Roadmap',
  changelog: 'Changelog',
  customers: 'Customers',
  settings: 'Settings',
  portal: 'View portal',
  newWindow: '(opens in a new window)',
  waiting: (count: number) => `${count} waiting for review`,
  switchTo: 'Switch workspace',
  account: 'Your account',
  signOut: 'Sign out',
  theme: 'Appearance',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  menu: 'Menu',
  closeMenu: 'Close the menu',
  search: 'Search or jump to',
  keys: 'Keyboard shortcuts',
  undo: 'Undo',
}

export const errorMessages = {
  notFound: {
    title: 'There is nothing here',
    text: 'The address is not complete, or what it led to has been taken away, or it belongs to a workspace that you are not a member of.',
  },
  forbidden: { title: 'Your role does not allow this', text: 'Ask an owner or an admin of the workspace.' },
  failed: {
    title: 'Something failed on our side',
    text: 'Try again in a minute. If it stays so, tell whoever runs this instance.',
    textWithNumber: 'Try again in a minute. If it stays so, tell whoever runs this instance the number below.',
  },
  away: {
    title: 'No connection',
    text: 'The server could not be reached. Nothing was saved by this; try again when you are connected.',
    again: 'Try again',
    notSaved: 'No connection. Nothing was saved; try again.',
  },
  refused: { title: 'That could not be done', text: 'Nothing was changed. Go back and try again.' },
  back: 'To the start',
  number: 'Number',
}
