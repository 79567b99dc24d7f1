import { AppWindow, Bot, KeyRound, type LucideIcon, User, Users } from 'lucide-react'
import { Link } from 'react-router'
import type { AuditEvent } from '#server/audit/list.ts'
import { Time } from '../../../ui/data/time.tsx'
import { auditMessages as messages } from '../../messages/settings/audit.ts'
import { describeChanges } from './describe-changes.ts'
import { describeEvent } from './describe-event.ts'
import { targetUrl } from './target-url.ts'

interface AuditRowProps {
  event: AuditEvent
  workspacePath: string
  now: string
  zone: string
}

const icons: Record<AuditEvent['actor']['type'], LucideIcon> = {
  member: User,
  key: KeyRound,
  app: AppWindow,
  customer: Users,
  system: Bot,
}

/** Renders who did what to which target and when, with the changed values. */
export function AuditRow({ event, workspacePath, now, zone }: AuditRowProps) {
  const { actor, agent, at, type, target } = event
  const { phrase, namesTarget } = describeEvent(type, actor.name !== null && actor.id === target.id)
  const Icon = icons[actor.type]
  return (
    <li className="row audit-row">
      <Icon size={16} className="mt-0.5 shrink-0 text-faint" aria-hidden />
      <div className="row-main">
        <p className="audit-sentence" dir="auto">
          <strong>{actor.name ?? messages.unnamedActors[actor.type]}</strong> {phrase}
          {namesTarget && ' '}
          {namesTarget && <Target event={event} workspacePath={workspacePath} />}
        </p>
        <Details event={event} />
      </div>
      <p className="row-meta audit-meta">
        {agent !== null && <span>{messages.via({ agent })}</span>}
        <Time value={at} now={now} zone={zone} />
      </p>
    </li>
  )
}

function Target({ event, workspacePath }: Pick<AuditRowProps, 'event' | 'workspacePath'>) {
  const url = targetUrl(workspacePath, event)
  const title = event.target.title ?? recordedName(event.changes) ?? messages.deletedTarget
  return url === null ? <span>{title}</span> : <Link to={url}>{title}</Link>
}

/** Returns the name that the event recorded; a deleted target has no other. */
const recordedName = ({ title, name, email }: Record<string, unknown>): string | null =>
  ([title, name, email].find((each) => typeof each === 'string') as string | undefined) ?? null

function Details({ event: { changes, requestId } }: Pick<AuditRowProps, 'event'>) {
  const lines = describeChanges(changes)
  if (lines.length === 0) return null
  return (
    <details className="audit-details">
      <summary>{messages.details}</summary>
      <dl className="facts">
        {lines.map(({ name, from, to }) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>
              {from !== undefined && (
                <>
                  <del>{from}</del> <span aria-hidden>→</span>
                  <span className="visually-hidden">{messages.changedTo}</span>{' '}
                </>
              )}
              {to}
            </dd>
          </div>
        ))}
        {requestId !== null && (
          <div className="contents">
            <dt>{messages.requestId}</dt>
            <dd>
              <code>{requestId}</code>
            </dd>
          </div>
        )}
      </dl>
    </details>
  )
}
