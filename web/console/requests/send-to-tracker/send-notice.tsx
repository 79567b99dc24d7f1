import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { sending as words } from '../../messages/requests/send-to-tracker.ts'
import type { Sending } from './load.ts'

/** Why the request cannot be sent now, and what to do about it; or what to know before it is sent again. */
export function Obstacle(props: Sending) {
  const { link, feedback, tracker, asked, isBegun, home } = props
  if (link) return <Linked link={link} />
  if (feedback.status !== 'approved') {
    return (
      <Notice tone="warning" title={words.notApprovedTitle} actions={<ToRequest {...props} />}>
        <p>{words.notApprovedText}</p>
      </Notice>
    )
  }
  if (tracker === null) return <Settings {...props} tone="info" title={words.missingTitle} text={words.missingText} />
  if (asked?.kind === 'unusable') {
    const title = asked.status === 'revoked' ? words.revokedTitle(tracker.name) : words.staleTitle(tracker.name)
    return <Settings home={home} can={props.can} tone="warning" title={title} text={asked.message} />
  }
  if (asked?.kind === 'failed') return <Failed name={tracker.name} message={asked.message} />
  return isBegun ? (
    <Notice tone="info" title={words.begunTitle}>
      <p>{words.begunText}</p>
    </Notice>
  ) : null
}

function Linked({ link }: { link: NonNullable<Sending['link']> }) {
  return (
    <Notice
      tone="success"
      title={words.linkedTitle(link.identifier, link.tracker)}
      actions={
        <a className="button" data-size="sm" href={link.url} target="_blank" rel="noopener noreferrer">
          {words.openIssue(link.identifier)}
          <ExternalLink aria-hidden />
        </a>
      }
    >
      <p>{words.linkedText}</p>
    </Notice>
  )
}

const ToRequest = ({ home, feedback }: Pick<Sending, 'home' | 'feedback'>) => (
  <LinkButton to={`${home}/requests/${feedback.id}`} size="sm">
    {words.back}
  </LinkButton>
)

interface SettingsProps extends Pick<Sending, 'home' | 'can'> {
  tone: 'info' | 'warning'
  title: string
  text: string
}

function Settings({ home, can, tone, title, text }: SettingsProps) {
  const toSettings: ReactNode = can.seeSettings && (
    <LinkButton to={`${home}/settings/tracker`} size="sm">
      {words.reconnect}
    </LinkButton>
  )
  return (
    <Notice tone={tone} title={title} actions={toSettings}>
      <p>{text}</p>
      {!can.seeSettings && <p>{words.askAdministrator}</p>}
    </Notice>
  )
}

function Failed({ name, message }: { name: string; message: string }) {
  const { pathname, search } = useLocation()
  return (
    <Notice
      tone="danger"
      title={words.failedTitle(name)}
      actions={
        <LinkButton to={`${pathname}${search}`} size="sm" replace>
          {words.again}
        </LinkButton>
      }
    >
      <p>{message}</p>
      <p>{words.unchanged}</p>
    </Notice>
  )
}
