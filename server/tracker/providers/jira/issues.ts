import type { Static } from '../../../platform/schemas.ts'
import type { Issue, StateType } from '../../tracker.ts'
import type { JiraIssue } from './schemas.ts'

export const issueFields = ['summary', 'status', 'resolution', 'archived', 'archiveddate']

/** Names of resolutions and final statuses that mean the issue was not completed. */
const canceledNames =
  /^(won'?t (do|fix)|will not (do|fix)|duplicated?|cancel+ed|declined|rejected|abandoned|obsolete|invalid|cannot reproduce|can'?t reproduce|not a bug|out of scope|known error)$/i

function toStateType({ status, resolution }: Static<typeof JiraIssue>['fields']): StateType {
  const isCanceled = [status.name, resolution?.name ?? ''].some((name) =>
    canceledNames.test(name.replaceAll('’', "'").trim()),
  )
  switch (status.statusCategory.key) {
    case 'done':
      return isCanceled ? 'canceled' : 'completed'
    case 'indeterminate':
      return 'started'
    default:
      return /^backlog$/i.test(status.name.trim()) ? 'backlog' : 'unstarted'
  }
}

export const toIssue = ({ id, key, fields }: Static<typeof JiraIssue>, site: string): Issue => ({
  id,
  identifier: key,
  url: browseUrl(site, key),
  title: fields.summary,
  state: { name: fields.status.name, type: toStateType(fields) },
  isGone: fields.archived === true || (fields.archiveddate ?? null) !== null,
})

export const browseUrl = (site: string, key: string): string => `${site}/browse/${encodeURIComponent(key)}`
