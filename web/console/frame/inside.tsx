import { isRouteErrorResponse, Outlet, useRouteError } from 'react-router'
import { FailureText, failureOf } from './failure.tsx'

/** Keeps the frame around a page that failed. */
export default function Inside() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const failure = failureOf(isRouteErrorResponse(error) ? error.status : 500, messageOf(error))
  return (
    <div className="p-6">
      <FailureText {...failure} />
    </div>
  )
}

const messageOf = (error: unknown): string | undefined =>
  isRouteErrorResponse(error) ? (error.data?.message as string | undefined) : undefined
