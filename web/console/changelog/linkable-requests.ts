import { isCompletable } from '#server/changelog/publishing/complete-linked.ts'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { listConsoleFeedback } from '#server/feedback/console/list.ts'
import { filterVisibleIds } from '#server/feedback/public/visibility.ts'
import type { Stage } from '#server/feedback/schema.ts'
import type { Scope } from '#server/platform/scope.ts'
import { stageLabels } from '../../ui/messages.ts'

export interface LinkedRequest {
  id: string
  title: string
  stage: Stage
  /** Whether customers can see it. */
  isPublic: boolean
  /** Whether publishing an entry that links the request can complete it. */
  isCompletable: boolean
}

export interface LinkOption {
  value: string
  label: string
  note: string
  request: LinkedRequest
}

const maxOptions = 8
const maxSearchLength = 200

/** Finds requests that contain the text; without a text, the recently completed ones. */
export async function findLinkableRequests(scope: Scope, text: string, secretKey: string): Promise<LinkOption[]> {
  const search = [...text.replaceAll('\0', '').toWellFormed().trim()].slice(0, maxSearchLength).join('')
  const query = search === '' ? { stage: 'completed' as const, sort: 'active' as const } : { search }
  const { data } = await listConsoleFeedback(scope, { ...query, limit: maxOptions }, getCursorSigner({ secretKey }))
  const requests = await withVisibility(scope, data)
  return requests.map((request) => ({
    value: request.id,
    label: request.title,
    note: stageLabels[request.stage],
    request,
  }))
}

/** Adds to each request whether customers can see it, and whether it can be completed. */
export async function withVisibility(
  scope: Scope,
  requests: Pick<LinkedRequest, 'id' | 'title' | 'stage'>[],
): Promise<LinkedRequest[]> {
  const visible = await filterVisibleIds(
    scope,
    requests.map(({ id }) => id),
  )
  return requests.map(({ id, title, stage }) => ({
    id,
    title,
    stage,
    isPublic: visible.has(id),
    isCompletable: isCompletable({ stage }),
  }))
}
