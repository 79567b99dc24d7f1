import type { LimitedAction } from '../http/rate-limits.ts'

const formatWait = (seconds: number): string => {
  if (seconds < 90) return seconds === 1 ? 'in a second' : `in ${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`
}

const rateLimitMessages: Record<LimitedAction, string> = {
  request: 'That is a lot of requests in a short time.',
  comment: 'That is a lot of comments in a short time.',
  vote: 'That is a lot of votes in a short time.',
  reaction: 'That is a lot of reactions in a short time.',
  subscription: 'That was asked for several times already.',
  similar: 'Similar requests were asked for too often.',
}

/** Every text of the portal's frame. The areas have theirs beside their pages. */
export const commonMessages = {
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
  notSignedIn: { title: 'You could not be signed in' },
  notArrived: (workspace: string) =>
    `The way in from ${workspace} was used already, or is too old. Go back there and try again, or sign in here.`,
  refused: { title: 'That was not possible' },
  unreadable: { title: 'That could not be read', text: 'Nothing was changed. Go back to the page and try again.' },
  empty: {
    title: 'There is nothing to read yet',
    text: (workspace: string) => `${workspace} has not opened this portal yet.`,
  },
  tooMuch: (what: LimitedAction, seconds: number) =>
    `${rateLimitMessages[what]} Please try again ${formatWait(seconds)}; nothing was lost.`,
  full: {
    title: 'This portal is full at the moment',
    text: (workspace: string) =>
      `${workspace} cannot take in more people here at the moment. Who takes part already still can. You can read everything, and try again later.`,
    kept: (workspace: string) =>
      `${workspace} cannot take in more people here at the moment, so this was not sent. Nothing you wrote was lost: it stands below. Try again later, or tell them another way.`,
  },
  trap: 'Leave this empty',
  quick: 'That was very quick. Nothing was lost: please press once more.',
  outdated: 'This page was open for a long time. Nothing was lost: please press once more.',
}
