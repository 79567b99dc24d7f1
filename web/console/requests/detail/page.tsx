import { useEffect, useRef } from 'react'
import {
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigate,
  useRouteLoaderData,
  useSearchParams,
} from 'react-router'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { focusFirst, isFocusLost } from '../../../ui/lib/focus.ts'
import { loadOnUse } from '../../../ui/lib/load-on-use.tsx'
import { useShortcuts } from '../../../ui/lib/use-shortcuts.ts'
import { MarkOpened } from '../../inbox/mark-opened.tsx'
import { requestActions } from './actions.ts'
import { Thread } from './comments/thread.tsx'
import { EarlierTexts } from './earlier-texts.tsx'
import { RequestDescription } from './header/description.tsx'
import { EditForm } from './header/edit-form.tsx'
import { editLinkId, RequestHeader } from './header/header.tsx'
import { RequestHistory } from './history.tsx'
import { originListQuery, persistentQuery, updateQuery } from './list-windows.ts'
import { loadRequestDetail, type RequestDetail } from './load.ts'
import { RequestSidebar } from './sidebar/sidebar.tsx'

const DeleteRequestDialog = loadOnUse(async () => (await import('./header/delete-dialog.tsx')).DeleteRequestDialog)

export { clientAction } from '../../offline-action.ts'

export const loader = loaderFor.member(loadRequestDetail)

export const action = actionFor.member(requestActions)

export const meta = ({ loaderData }: { loaderData?: RequestDetail }) => [
  { title: loaderData ? `${loaderData.request.feedback.title} · ${loaderData.workspace}` : '' },
]

/** Skips reloading when only what is open on the page changes: the server doesn’t know about that. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.href !== nextUrl.href
  const isSameQuery = isSamePage && persistentQuery(currentUrl.searchParams) === persistentQuery(nextUrl.searchParams)
  return formMethod === undefined && isSameQuery ? false : defaultShouldRevalidate
}

/** Values that every part of the page needs in addition to its data. */
export interface SharedProps {
  now: string
  zone: string
  /** The URL of the page with nothing open on it. */
  pageUrl: string
  /** The query of the list that the request was opened from. */
  listQuery: string
}

/** Focuses the edit button when the form closes, which would lose the focus. */
function useFocusAfterEdit(isEditing: boolean) {
  const wasEditing = useRef(isEditing)
  useEffect(() => {
    if (wasEditing.current && !isEditing && isFocusLost()) focusFirst(document.getElementById(editLinkId))
    wasEditing.current = isEditing
  }, [isEditing])
}

export default function RequestPage({ loaderData }: { loaderData: RequestDetail }) {
  const { request, can, seenAt } = loaderData
  const { zone } = useRouteLoaderData('root') as { zone: string }
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const shared: SharedProps = {
    now: seenAt,
    zone,
    pageUrl: `${pathname}${persistentQuery(params)}`,
    listQuery: originListQuery(params),
  }
  const isEditing = can.edit && params.has('edit')
  useFocusAfterEdit(isEditing)
  const navigate = useNavigate()
  useShortcuts({
    e: () => can.edit && navigate(updateQuery(params, { edit: '1' }), { preventScrollReset: true }),
    s: () => document.getElementById('request-stage')?.click(),
  })
  return (
    <article className="request" aria-labelledby="request-title" key={request.feedback.id}>
      <MarkOpened {...loaderData} of="feedbackId" id={request.feedback.id} />
      <RequestHeader {...loaderData} {...shared} isEditing={isEditing} />
      <div className="request-body">
        {isEditing ? (
          <EditForm feedback={request.feedback} pageUrl={shared.pageUrl} />
        ) : (
          <RequestDescription request={request}>
            <EarlierTexts
              {...shared}
              texts={loaderData.earlier.filter(({ itemId }) => itemId === request.feedback.id)}
            />
          </RequestDescription>
        )}
        <RequestSidebar {...loaderData} {...shared} />
        <Thread {...loaderData} {...shared} />
        <RequestHistory {...loaderData} {...shared} />
      </div>
      {can.delete && <DeleteRequestDialog {...loaderData} />}
    </article>
  )
}
