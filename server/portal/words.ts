/** Every text of the portal's frame. The areas have theirs beside their pages. */
export const words = {
  skip: 'Skip to content',
  sections: { requests: 'Requests', roadmap: 'Roadmap', changelog: 'Changelog' },
  navigation: 'Sections',
  signIn: 'Sign in',
  signOut: 'Sign out',
  account: 'My page',
  theme: { label: 'Appearance', system: 'System', light: 'Light', dark: 'Dark' },
  feed: 'Feed',
  madeWith: 'Heed',
  notFound: {
    title: 'There is nothing here',
    text: 'The address is not complete, or what it led to has been taken away.',
    home: (workspace: string) => `To the start page of ${workspace}`,
  },
  failed: { title: 'Something failed on our side', text: 'Nothing was changed. Please try again in a minute.' },
  elsewhere: {
    title: 'That did not come from a page of this portal',
    text: 'Nothing was changed. Open the page again.',
  },
  refused: { title: 'That was not possible' },
  unreadable: { title: 'That could not be read', text: 'Nothing was changed. Go back to the page and try again.' },
  empty: {
    title: 'There is nothing to read yet',
    text: (workspace: string) => `${workspace} has not opened this portal yet.`,
  },
}
