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
  /** Under which the log has it. */
  requestId?: string | undefined
  /** Ways on; the start, where none are given. */
  actions?: ReactNode
}

/** What to say about an answer that is no page. */
export function useErrorPageProps(): ErrorPageProps {
  const error = useRouteError()
  if (isNetworkError(error)) return { ...errorMessages.away, icon: CloudOff, actions: <RetryButton /> }
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { message, requestId } = (isRouteErrorResponse(error) ? error.data : null) ?? {}
  if (status === 404) return { ...errorMessages.notFound, icon: Compass }
  if (status === 403) return { ...errorMessages.forbidden, icon: ShieldAlert }
  if (status >= 500) {
    const { title, text, textWithNumber } = errorMessages.failed
    return { title, text: requestId === undefined ? text : textWithNumber, icon: TriangleAlert, requestId: requestId }
  }
  return { title: errorMessages.refused.title, text: message ?? errorMessages.refused.text }
}

/** Loads the page that was asked for, in place of this one. */
function RetryButton() {
  const { revalidate, state } = useRevalidator()
  return (
    <Button look="primary" busy={state === 'loading'} onClick={() => revalidate()}>
      {errorMessages.away.again}
    </Button>
  )
}

/** What went wrong and what to do. */
export function ErrorContent({
  title,
  text,
  icon: Icon = TriangleAlert,
  requestId: number,
  actions: ways,
}: ErrorPageProps) {
  return (
    <div className="flex max-w-narrow flex-col items-start">
      <title>{title}</title>
      <span className="empty-mark" aria-hidden="true">
        <Icon />
      </span>
      <h1>{title}</h1>
      <p className="mt-2 text-muted">{text}</p>
      {number !== undefined && (
        <div className="mt-4 flex max-w-full flex-col gap-1 text-13">
          <span className="font-medium">{errorMessages.number}</span>
          <Secret value={number} />
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-2">{ways ?? <LinkButton to="/">{errorMessages.back}</LinkButton>}</div>
    </div>
  )
}

/** The same as a page of its own, where there is no frame. */
export function ErrorPage(words: ErrorPageProps) {
  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      <ErrorContent {...words} />
    </main>
  )
}
