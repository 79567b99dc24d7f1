import { use, useEffect } from 'react'
import { isRouteErrorResponse, Outlet, useParams, useRouteError } from 'react-router'
import { DraftScopeContext } from '../../ui/forms/drafts/draft-context.ts'
import { forgetDrafts } from '../../ui/forms/drafts/forget-drafts.ts'
import { ErrorContent, useErrorPageProps } from './error-page.tsx'

/** Keeps the layout around a page that failed. */
export default function PageErrorLayout() {
  return <Outlet />
}

export function ErrorBoundary() {
  useForgetDrafts()
  return (
    <div className="flex justify-center px-6 py-16 max-md:px-4">
      <ErrorContent {...useErrorPageProps()} />
    </div>
  )
}

/** Forgets the drafts of a record that has been deleted, once its page no longer exists. */
function useForgetDrafts() {
  const error = useRouteError()
  const { id } = useParams()
  const scope = use(DraftScopeContext)
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    if (isMissing && id !== undefined && scope !== undefined) forgetDrafts(id, scope)
  }, [isMissing, id, scope])
}
