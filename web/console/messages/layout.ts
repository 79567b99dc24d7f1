import { defineMessages } from '#i18n/messages.ts'

/** Texts of the layout around every page of a workspace. */
export const layoutMessages = defineMessages({
  product: 'Heed',
  skipToContent: 'Skip to content',
  navigation: 'Workspace',
  overview: 'Overview',
  inbox: 'Inbox',
  requests: 'Requests',
  roadmap: 'Roadmap',
  changelog: 'Changelog',
  customers: 'Customers',
  insights: 'Insights',
  settings: 'Settings',
  portal: 'View portal',
  newWindow: '(opens in a new window)',
  unread: '{count, number} unread',
  toReview: '{count, number} to review',
  switchWorkspace: 'Switch workspace',
  account: 'Your account',
  signOut: 'Sign out',
  theme: 'Appearance',
  themes: { system: 'Match system', light: 'Light', dark: 'Dark' },
  menu: 'Menu',
  closeMenu: 'Close menu',
  search: 'Search or jump to',
  shortcuts: 'Keyboard shortcuts',
})

/** Texts of the pages shown instead of one that failed. */
export const errorMessages = defineMessages({
  notFound: {
    title: 'Page not found',
    text: 'The address may be incomplete, the page may have been deleted, or it belongs to a workspace you aren’t a member of.',
  },
  forbidden: { title: 'Your role doesn’t allow this', text: 'Ask an owner or admin of the workspace.' },
  failed: {
    title: 'Something went wrong',
    text: 'Try again in a minute. If the problem continues, contact your server’s administrator.',
    textWithRequestId:
      'Try again in a minute. If the problem continues, send the ID below to your server’s administrator.',
  },
  offline: {
    title: 'You’re offline',
    text: 'We couldn’t reach the server, and nothing was saved. Try again when you’re connected.',
    retry: 'Try again',
    notSaved: 'We couldn’t reach the server. Nothing was saved; try again.',
  },
  rejected: { title: 'That didn’t work', text: 'Nothing was changed. Go back and try again.' },
  toStart: 'Go to the home page',
  requestId: 'Request ID',
})
