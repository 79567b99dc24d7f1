import { cursorSigner } from '#server/console/cursor-signer.ts'
import { consoleFeedbackPage } from '#server/feedback/console/list.ts'
import type { Stage } from '#server/feedback/schema.ts'
import { visibleAmong } from '#server/feedback/public/visible-ids.ts'
import type { Scope } from '#server/platform/scope.ts'
import { stageWords } from '../../ui/messages.ts'

export interface LinkedRequest {
  id: string
  title: string
  stage: Stage
  /** Whether customers may know of it. */
  isPublic: boolean
}

export interface LinkPick {
  value: string
  label: string
  note: string
  request: LinkedRequest
}

const offered = 8
const longestSearch = 200

/** What holds the text; without one, what was completed of late. */
export async function linkableRequests(scope: Scope, text: string, secretKey: string): Promise<LinkPick[]> {
  const search = [...text.replaceAll('\0', '').toWellFormed().trim()].slice(0, longestSearch).join('')
  const query = search === '' ? { stage: 'completed' as const, sort: 'active' as const } : { search }
  const { data } = await consoleFeedbackPage(scope, { ...query, limit: offered }, cursorSigner({ secretKey }))
  const requests = await withVisibility(scope, data)
  return requests.map((request) => ({
    value: request.id,
    label: request.title,
    note: stageWords[request.stage],
    request,
  }))
}

/** The same requests, with whether customers may know of each. */
export async function withVisibility(
  scope: Scope,
  requests: Omit<LinkedRequest, 'isPublic'>[],
): Promise<LinkedRequest[]> {
  const visible = await visibleAmong(
    scope,
    requests.map(({ id }) => id),
  )
  return requests.map(({ id, title, stage }) => ({ id, title, stage, isPublic: visible.has(id) }))
}
