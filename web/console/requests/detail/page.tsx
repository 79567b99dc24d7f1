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
import { acts, loads } from '#server/console/handlers.ts'
import { focusFirst, isFocusLost } from '../../../ui/lib/focus.ts'
import { useKeys } from '../../../ui/lib/use-shortcuts.ts'
import { detailActs } from './actions.ts'
import { DeleteDialog } from './header/delete-dialog.tsx'
import { EditForm } from './header/edit-form.tsx'
import { editLinkId, RequestHead } from './header/header.tsx'
import { History } from './history.tsx'
import { type Detail, detailOf } from './load.ts'
import { Side } from './sidebar/sidebar.tsx'
import { RequestText } from './header/description.tsx'
import { Thread } from './comments/thread.tsx'
import { lasting, listQuery, queryWith } from './list-windows.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = loads.member(detailOf)

export const action = acts.member(detailActs)

export const meta = ({ loaderData }: { loaderData?: Detail }) => [
  { title: loaderData ? `${loaderData.request.feedback.title} · ${loaderData.workspace}` : '' },
]

/** What is open on the page is not of the server. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args
  const isSame = currentUrl.pathname === nextUrl.pathname && currentUrl.href !== nextUrl.href
  const stays = isSame && lasting(currentUrl.searchParams) === lasting(nextUrl.searchParams)
  return formMethod === undefined && stays ? false : defaultShouldRevalidate
}

/** What the parts of the page know besides what they show. */
export interface Surroundings {
  now: string
  zone: string
  /** The address of the page with nothing open on it. */
  here: string
  /** The query of the list that it was opened from. */
  list: string
}

/** The form takes the focus with it when it goes. */
function useFocusAfterEdit(isEditing: boolean) {
  const wasEditing = useRef(isEditing)
  useEffect(() => {
    if (wasEditing.current && !isEditing && isFocusLost()) focusFirst(document.getElementById(editLinkId))
    wasEditing.current = isEditing
  }, [isEditing])
}

export default function RequestPage({ loaderData }: { loaderData: Detail }) {
  const { request, can } = loaderData
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const around: Surroundings = { now, zone, here: `${pathname}${lasting(params)}`, list: listQuery(params) }
  const isEditing = can.edit && params.has('edit')
  useFocusAfterEdit(isEditing)
  const navigate = useNavigate()
  useKeys({
    e: () => can.edit && navigate(queryWith(params, { edit: '1' }), { preventScrollReset: true }),
    s: () => document.getElementById('request-stage')?.click(),
  })
  return (
    <article className="request" aria-labelledby="request-title" key={request.feedback.id}>
      <RequestHead {...loaderData} {...around} isEditing={isEditing} />
      <div className="request-body">
        {isEditing ? <EditForm feedback={request.feedback} here={around.here} /> : <RequestText request={request} />}
        <Thread {...loaderData} {...around} />
        <Side {...loaderData} {...around} />
        <History {...loaderData} {...around} />
      </div>
      {can.delete && <DeleteDialog {...loaderData} />}
    </article>
  )
}
