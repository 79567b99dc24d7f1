import type { MemberContext } from '#server/console/page-context.ts'
import { previewMergeOf } from '#server/feedback/merge/preview.ts'
import { isUuid } from '#server/platform/ids.ts'
import { pickListFilter } from '../list/list-filter.ts'
import { maxMerged } from './selection-limit.ts'

/** Loads the requests that the URL names (`id`), and the outcome of their merge. */
export async function loadMergeSelection({ scope, url, home, membership }: MemberContext) {
  const ids = [...new Set(url.searchParams.getAll('id'))].filter(isUuid)
  const preview = await previewMergeOf(scope, ids.slice(0, maxMerged))
  return {
    ...preview,
    workspace: membership.name,
    /** The list that the requests were selected in. */
    back: `${home}/requests${pickListFilter(url.searchParams)}`,
    tooMany: ids.length > maxMerged,
  }
}

export type MergeSelectionData = Awaited<ReturnType<typeof loadMergeSelection>>
