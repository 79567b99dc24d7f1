import { useLocation } from 'react-router'
import type { SavedView } from '#server/saved-views/schema.ts'

/** Returns the URL of a view. It contains the filters, so that a shared link keeps its meaning when the view changes. */
export const viewUrl = (listUrl: string, { id, query }: Pick<SavedView, 'id' | 'query'>): string =>
  `${listUrl}?${new URLSearchParams([['view', id], ...new URLSearchParams(query)])}`

/** Returns the view of the list that is open. */
export function useCurrentViewId(): string | null {
  const { pathname, search } = useLocation()
  return /\/requests(\/[0-9a-f-]{36})?$/.test(pathname) ? new URLSearchParams(search).get('view') : null
}
