import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { sendToTrackerMessages as messages } from '../../messages/requests/send-to-tracker.ts'
import type { SendPageData } from './load.ts'

/** Says why the request cannot be sent and what to do, or warns that an earlier attempt is unconfirmed. */
export function SendNotice(props: SendPageData) {
  const { link, feedback, tracker, preview, isUnconfirmed, home } = props
  if (link) return <LinkedNotice link={link} />
  if (feedback.status !== 'approved') {
    return (
      <Notice tone="warning" title={messages.notApprovedTitle} actions={<BackToRequest {...props} />}>
        <p>{messages.notApprovedText}</p>
      </Notice>
    )
  }
  if (tracker === null)
    return <SettingsNotice {...props} tone="info" title={messages.missingTitle} text={messages.missingText} />
  if (preview?.kind === 'unusable') {
    const names = { tracker: tracker.name }
    const title = preview.status === 'revoked' ? messages.revokedTitle(names) : messages.staleTitle(names)
    return <SettingsNotice home={home} can={props.can} tone="warning" title={title} text={preview.message} />
  }
  if (preview?.kind === 'failed') return <UnavailableNotice name={tracker.name} message={preview.message} />
  return isUnconfirmed ? (
    <Notice tone="info" title={messages.unconfirmedTitle}>
      <p>{messages.unconfirmedText}</p>
    </Notice>
  ) : null
}

function LinkedNotice({ link }: { link: NonNullable<SendPageData['link']> }) {
  return (
    <Notice
      tone="success"
      title={messages.linkedTitle({ issue: link.identifier, tracker: link.tracker })}
      actions={
        <a className="button" data-size="sm" href={link.url} target="_blank" rel="noopener noreferrer">
          {messages.openIssue({ issue: link.identifier })}
          <ExternalLink aria-hidden />
        </a>
      }
    >
      <p>{messages.linkedText}</p>
    </Notice>
  )
}

const BackToRequest = ({ home, feedback }: Pick<SendPageData, 'home' | 'feedback'>) => (
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
  const settingsLink: ReactNode = can.seeSettings && (
    <LinkButton to={`${home}/settings/tracker`} size="sm">
      {messages.openSettings}
    </LinkButton>
  )
  return (
    <Notice tone={tone} title={title} actions={settingsLink}>
      <p>{text}</p>
      {!can.seeSettings && <p>{messages.askAdministrator}</p>}
    </Notice>
  )
}

function UnavailableNotice({ name, message }: { name: string; message: string }) {
  const { pathname, search } = useLocation()
  return (
    <Notice
      tone="danger"
      title={messages.unavailableTitle({ tracker: name })}
      actions={
        <LinkButton to={`${pathname}${search}`} size="sm" replace>
          {messages.tryAgain}
        </LinkButton>
      }
    >
      <p>{message}</p>
      <p>{messages.unchanged}</p>
    </Notice>
  )
}
