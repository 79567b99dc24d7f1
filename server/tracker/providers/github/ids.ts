import { TrackerError } from '../../tracker.ts'

// Owners and people; enterprise-managed accounts contain an underscore.
const login = /^[a-z0-9][a-z0-9_-]{0,99}$/i
const repositoryName = /^(?!\.{1,2}$)[a-z0-9._-]{1,100}$/i
const wholeNumber = /^[1-9]\d{0,17}$/

export const isLogin = (text: string): boolean => login.test(text)
export const isWholeNumber = (text: string): boolean => wholeNumber.test(text)

/** Whether the text is a full name such as `acme/app`, safe to use in a path. */
export function isFullName(text: string): boolean {
  const [owner = '', name = '', ...rest] = text.split('/')
  return rest.length === 0 && login.test(owner) && repositoryName.test(name)
}

/** Encodes a path segment; null if it is empty or a dot segment. */
export const encodeSegment = (text: string): string | null =>
  text === '' || text === '.' || text === '..' ? null : encodeURIComponent(text)

/**
 * Builds `<repository id>/<number>`. Names change, and GitHub then only redirects, as it does for a transferred issue;
 * the repository id stays. GitHub's reference does not document that paths accept it instead of the name, but GitHub's
 * own redirects and Link headers use it.
 */
export const buildIssueId = (repositoryId: number, number: number): string => `${repositoryId}/${number}`

/** Returns the path of an issue; null for a malformed id. */
export function buildIssuePath(issueId: string): string | null {
  const [repositoryId = '', number = '', ...rest] = issueId.split('/')
  const isId = rest.length === 0 && isWholeNumber(repositoryId) && isWholeNumber(number)
  return isId ? `/repositories/${repositoryId}/issues/${number}` : null
}

export const repositoryNotFound = (fullName: string): TrackerError =>
  new TrackerError('stale', `The GitHub repository ${fullName} does not exist, or this credential cannot access it`)
