import type { Provider } from './tracker.ts'

/** Tells whether a text from a tracker is a web address. Another scheme, such as `javascript:`, must not become a link. */
export const isWebUrl = (text: string | null | undefined): boolean =>
  typeof text === 'string' && /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)

/**
 * Builds the URL of an issue from its identifier. Only Linear's are needed: Heed builds the URLs of Jira's issues itself,
 * and a response of GitHub without a web address is unreadable.
 */
const knownUrls: Record<Provider, (identifier: string) => string> = {
  // Linear redirects to the issue in the organization that the reader is signed in to.
  linear: (identifier) => `https://linear.app/issue/${encodeURIComponent(identifier)}`,
  github: (identifier) => `https://github.com/${encodeURI(identifier.replace('#', '/issues/'))}`,
  jira: () => 'https://home.atlassian.com/',
}

/** Returns the URL of an issue if it is a web address, or else one built from known parts. */
export const toIssueUrl = (provider: Provider, { url, identifier }: { url: string; identifier: string }): string =>
  isWebUrl(url) ? url : knownUrls[provider](identifier)
