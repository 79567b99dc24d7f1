import './detail.css'
import './comments/thread.css'
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
import { useShortcuts } from '../../../ui/lib/use-shortcuts.ts'
import { requestActions } from './actions.ts'
import { Thread } from './comments/thread.tsx'
import { DeleteRequestDialog } from './header/delete-dialog.tsx'
import { RequestDescription } from './header/description.tsx'
import { EditForm } from './header/edit-form.tsx'
import { editLinkId, RequestHeader } from './header/header.tsx'
import { RequestHistory } from './history.tsx'
import { originListQuery, persistentQuery, updateQuery } from './list-windows.ts'
import { loadRequestDetail, type RequestDetail } from './load.ts'
import { RequestSidebar } from './sidebar/sidebar.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loaderFor.member(loadRequestDetail)

export const action = actionFor.member(requestActions)

export const meta = ({ loaderData }: { loaderData?: RequestDetail }) => [
  { title: loaderData ? `${loaderData.request.feedback.title} · ${loaderData.workspace}` : '' },
]

/** What is open on the page is not of the server. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args
  const isSame = currentUrl.pathname === nextUrl.pathname && currentUrl.href !== nextUrl.href
  const stays = isSame && persistentQuery(currentUrl.searchParams) === persistentQuery(nextUrl.searchParams)
  return formMethod === undefined && stays ? false : defaultShouldRevalidate
}

/** What the parts of the page know besides what they show. */
export interface SharedProps {
  now: string
  zone: string
  /** The address of the page with nothing open on it. */
  pageUrl: string
  /** The query of the list that it was opened from. */
  listQuery: string
}

/** The form takes the focus with it when it goes. */
function useFocusAfterEdit(isEditing: boolean) {
  const wasEditing = useRef(isEditing)
  useEffect(() => {
    if (wasEditing.current && !isEditing && isFocusLost()) focusFirst(document.getElementById(editLinkId))
    wasEditing.current = isEditing
  }, [isEditing])
}

export default function RequestPage({ loaderData }: { loaderData: RequestDetail }) {
  const { request, can } = loaderData
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const around: SharedProps = {
    now,
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
      <RequestHeader {...loaderData} {...around} isEditing={isEditing} />
      <div className="request-body">
        {isEditing ? (
          <EditForm feedback={request.feedback} here={around.pageUrl} />
        ) : (
          <RequestDescription request={request} />
        )}
        <Thread {...loaderData} {...around} />
        <RequestSidebar {...loaderData} {...around} />
        <RequestHistory {...loaderData} {...around} />
      </div>
      {can.delete && <DeleteRequestDialog {...loaderData} />}
    </article>
  )
}
