import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { sendToTrackerMessages as messages } from '../../messages/requests/send-to-tracker.ts'
import type { SendPageData } from './load.ts'

/** Why the request cannot be sent now, and what to do about it; or what to know before it is sent again. */
export function SendNotice(props: SendPageData) {
  const { link, feedback, tracker, asked, isBegun, home } = props
  if (link) return <LinkedNotice link={link} />
  if (feedback.status !== 'approved') {
    return (
      <Notice tone="warning" title={messages.notApprovedTitle} actions={<ToRequest {...props} />}>
        <p>{messages.notApprovedText}</p>
      </Notice>
    )
  }
  if (tracker === null)
    return <SettingsNotice {...props} tone="info" title={messages.missingTitle} text={messages.missingText} />
  if (asked?.kind === 'unusable') {
    const title = asked.status === 'revoked' ? messages.revokedTitle(tracker.name) : messages.staleTitle(tracker.name)
    return <SettingsNotice home={home} can={props.can} tone="warning" title={title} text={asked.message} />
  }
  if (asked?.kind === 'failed') return <FailedNotice name={tracker.name} message={asked.message} />
  return isBegun ? (
    <Notice tone="info" title={messages.begunTitle}>
      <p>{messages.begunText}</p>
    </Notice>
  ) : null
}

function LinkedNotice({ link }: { link: NonNullable<SendPageData['link']> }) {
  return (
    <Notice
      tone="success"
      title={messages.linkedTitle(link.identifier, link.tracker)}
      actions={
        <a className="button" data-size="sm" href={link.url} target="_blank" rel="noopener noreferrer">
          {messages.openIssue(link.identifier)}
          <ExternalLink aria-hidden />
        </a>
      }
    >
      <p>{messages.linkedText}</p>
    </Notice>
  )
}

const ToRequest = ({ home, feedback }: Pick<SendPageData, 'home' | 'feedback'>) => (
  <LinkButton to={`${home}/requests/${feedback.id}`} size="sm">
    {messages.back}
  </LinkButton>
)

interface SettingsNoticeProps extends Pick<SendPageData, 'home' | 'can'> {
  tone: 'info' | 'warning'
  title: string
  text: string
}

function SettingsNotice({ home, can, tone, title, text }: SettingsNoticeProps) {
  const toSettings: ReactNode = can.seeSettings && (
    <LinkButton to={`${home}/settings/tracker`} size="sm">
      {messages.reconnect}
    </LinkButton>
  )
  return (
    <Notice tone={tone} title={title} actions={toSettings}>
      <p>{text}</p>
      {!can.seeSettings && <p>{messages.askAdministrator}</p>}
    </Notice>
  )
}

function FailedNotice({ name, message }: { name: string; message: string }) {
  const { pathname, search } = useLocation()
  return (
    <Notice
      tone="danger"
      title={messages.failedTitle(name)}
      actions={
        <LinkButton to={`${pathname}${search}`} size="sm" replace>
          {messages.again}
        </LinkButton>
      }
    >
      <p>{message}</p>
      <p>{messages.unchanged}</p>
    </Notice>
  )
}
