import { Outlet } from 'react-router'
import { FailureText, useFailure } from './error-page.tsx'

/** Keeps the frame around a page that failed. */
export default function Inside() {
  return <Outlet />
}

export function ErrorBoundary() {
  return (
    <div className="flex justify-center px-6 py-16 max-md:px-4">
      <FailureText {...useFailure()} />
    </div>
  )
}
