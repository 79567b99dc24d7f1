import { TrackerError } from '../../tracker.ts'

// Owners and members alike; with an underscore where a company manages its accounts.
const login = /^[a-z0-9][a-z0-9_-]{0,99}$/i
const repositoryName = /^(?!\.{1,2}$)[a-z0-9._-]{1,100}$/i
const wholeNumber = /^[1-9]\d{0,17}$/

export const isLogin = (text: string): boolean => login.test(text)
export const isWholeNumber = (text: string): boolean => wholeNumber.test(text)

/** `acme/app`, as it may stand in a path. */
export function isFullName(text: string): boolean {
  const [owner = '', name = '', ...rest] = text.split('/')
  return rest.length === 0 && login.test(owner) && repositoryName.test(name)
}

/** One segment of a path; null for what would be a step up or nowhere. */
export const encodeSegment = (text: string): string | null =>
  text === '' || text === '.' || text === '..' ? null : encodeURIComponent(text)

/**
 * `<repository id>/<number>`. Names of repositories and owners change, and under an old one GitHub only redirects, as it
 * does for an issue that was moved elsewhere; the number of a repository stays. That it may stand for the name in any
 * path is in none of GitHub's reference pages, but its own redirects and its Link headers for pages are written that way.
 */
export const buildIssueId = (repositoryId: number, number: number): string => `${repositoryId}/${number}`

/** The path of an issue; null for what is no id of one. */
export function buildIssuePath(issueId: string): string | null {
  const [repositoryId = '', number = '', ...rest] = issueId.split('/')
  const isId = rest.length === 0 && isWholeNumber(repositoryId) && isWholeNumber(number)
  return isId ? `/repositories/${repositoryId}/issues/${number}` : null
}

export const repositoryNotFound = (fullName: string): TrackerError =>
  new TrackerError('stale', `GitHub has no repository ${fullName}, or none that this credential can see`)
