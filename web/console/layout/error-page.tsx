import { CloudOff, Compass, type LucideIcon, ShieldAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { Button, LinkButton } from '../../ui/buttons/button.tsx'
import { Secret } from '../../ui/buttons/copy-button.tsx'
import { errorMessages } from '../messages/layout.ts'
import { isNetworkError } from './network-error.ts'

interface ErrorText {
  title: string
  text: string
}

interface ErrorPageProps extends ErrorText {
  icon?: LucideIcon
  /** Identifies the request in the server log. */
  requestId?: string | undefined
  /** Defaults to a link to the start page. */
  actions?: ReactNode
}

/** Returns what to show for the error of this route. */
export function useErrorPageProps(): ErrorPageProps {
  const error = useRouteError()
  if (isNetworkError(error)) return { ...errorMessages.offline, icon: CloudOff, actions: <RetryButton /> }
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { message, requestId } = (isRouteErrorResponse(error) ? error.data : null) ?? {}
  if (status === 404) return { ...errorMessages.notFound, icon: Compass }
  if (status === 403) return { ...errorMessages.forbidden, icon: ShieldAlert }
  if (status >= 500) {
    const { title, text, textWithRequestId } = errorMessages.failed
    return { title, text: requestId === undefined ? text : textWithRequestId, icon: TriangleAlert, requestId }
  }
  return { title: errorMessages.rejected.title, text: message ?? errorMessages.rejected.text }
}

/** Loads the failed page again. */
function RetryButton() {
  const { revalidate, state } = useRevalidator()
  return (
    <Button look="primary" busy={state === 'loading'} onClick={() => revalidate()}>
      {errorMessages.offline.retry}
    </Button>
  )
}

/** Renders what went wrong and what to do. */
export function ErrorContent({ title, text, icon: Icon = TriangleAlert, requestId, actions }: ErrorPageProps) {
  return (
    <div className="flex max-w-narrow flex-col items-start">
      <title>{title}</title>
      <span className="empty-mark" aria-hidden="true">
        <Icon />
      </span>
      <h1>{title}</h1>
      <p className="mt-2 text-muted">{text}</p>
      {requestId !== undefined && (
        <div className="mt-4 flex max-w-full flex-col gap-1 text-13">
          <span className="font-medium">{errorMessages.requestId}</span>
          <Secret value={requestId} />
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-2">
        {actions ?? <LinkButton to="/">{errorMessages.toStart}</LinkButton>}
      </div>
    </div>
  )
}

/** Renders an error as a whole page, without the workspace layout. */
export function ErrorPage(props: ErrorPageProps) {
  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      <ErrorContent {...props} />
    </main>
  )
}
