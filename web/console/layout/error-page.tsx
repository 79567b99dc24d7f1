import { CloudOff, Compass, type LucideIcon, ShieldAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { Button, LinkButton } from '../../ui/buttons/button.tsx'
import { Secret } from '../../ui/buttons/copy-button.tsx'
import { failures } from '../messages/layout.ts'
import { isAway } from './network-error.ts'

interface Words {
  title: string
  text: string
}

interface FailureWords extends Words {
  icon?: LucideIcon
  /** Under which the log has it. */
  number?: string | undefined
  /** Ways on; the start, where none are given. */
  ways?: ReactNode
}

/** What to say about an answer that is no page. */
export function useFailure(): FailureWords {
  const error = useRouteError()
  if (isAway(error)) return { ...failures.away, icon: CloudOff, ways: <TryAgain /> }
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { message, requestId } = (isRouteErrorResponse(error) ? error.data : null) ?? {}
  if (status === 404) return { ...failures.notFound, icon: Compass }
  if (status === 403) return { ...failures.forbidden, icon: ShieldAlert }
  if (status >= 500) {
    const { title, text, textWithNumber } = failures.failed
    return { title, text: requestId === undefined ? text : textWithNumber, icon: TriangleAlert, number: requestId }
  }
  return { title: failures.refused.title, text: message ?? failures.refused.text }
}

/** Loads the page that was asked for, in place of this one. */
function TryAgain() {
  const { revalidate, state } = useRevalidator()
  return (
    <Button look="primary" busy={state === 'loading'} onClick={() => revalidate()}>
      {failures.away.again}
    </Button>
  )
}

/** What went wrong and what to do. */
export function FailureText({ title, text, icon: Icon = TriangleAlert, number, ways }: FailureWords) {
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
          <span className="font-medium">{failures.number}</span>
          <Secret value={number} />
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-2">{ways ?? <LinkButton to="/">{failures.back}</LinkButton>}</div>
    </div>
  )
}

/** The same as a page of its own, where there is no frame. */
export function Failure(words: FailureWords) {
  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      <FailureText {...words} />
    </main>
  )
}
