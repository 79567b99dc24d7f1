import { Outlet } from 'react-router'
import { ErrorContent, useErrorPageProps } from './error-page.tsx'

/** Keeps the layout around a page that failed. */
export default function PageErrorLayout() {
  return <Outlet />
}

export function ErrorBoundary() {
  return (
    <div className="flex justify-center px-6 py-16 max-md:px-4">
      <ErrorContent {...useErrorPageProps()} />
    </div>
  )
}
