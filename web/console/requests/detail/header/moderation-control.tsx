import { Ban, Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { type Moderation, moderationLabels } from '../../../../ui/messages.ts'
import { Menu } from '../../../../ui/overlays/menu.tsx'
import type { ShownRecipients } from '../../../messages/notify.ts'
import { triageMessages as messages } from '../../../messages/requests/detail.ts'
import { NotifyOptions } from '../../../notify/notify-options.tsx'

interface ModerationControlProps {
  feedback: { id: string; status: Moderation }
  pageUrl: string
  /** When the page was loaded. */
  seenAt: string
  recipients: ShownRecipients
  notifies: boolean
}

const decisions = [
  { intent: 'approve', status: 'approved', text: messages.approve, icon: <Check aria-hidden /> },
  { intent: 'reject', status: 'rejected', text: messages.reject, icon: <X aria-hidden /> },
  { intent: 'spam', status: 'spam', text: messages.spam, icon: <Ban aria-hidden /> },
] as const

/** Shows the decisions as buttons while the request is pending, and in a menu after it was rejected. */
export function ModerationControl(props: ModerationControlProps) {
  const { feedback, recipients, notifies } = props
  if (feedback.status === 'pending') {
    return (
      <DecisionForm {...props} className="request-decide">
        {decisions.map(({ intent, text, icon }, index) => (
          <SubmitButton
            key={intent}
            name="intent"
            value={intent}
            size="sm"
            look={index === 0 ? 'primary' : 'quiet'}
            icon={icon}
          >
            {text}
          </SubmitButton>
        ))}
        <NotifyOptions recipients={recipients} byDefault={notifies} />
      </DecisionForm>
    )
  }
  // Nearly every request is approved, and its stage already says so.
  if (feedback.status === 'approved') return null
  return (
    <Menu label={messages.moderation({ status: moderationLabels[feedback.status] })} size="sm" look="quiet">
      <DecisionItems {...props} />
    </Menu>
  )
}

/** Renders the decisions that would change the request as menu items. */
export function DecisionItems(props: ModerationControlProps) {
  const { feedback, recipients, notifies } = props
  return (
    <DecisionForm {...props} className="gap-px">
      {decisions
        .filter(({ status }) => status !== feedback.status)
        .map(({ intent, text, icon }) => (
          <button key={intent} type="submit" name="intent" value={intent} className="menu-item">
            {icon}
            {text}
          </button>
        ))}
      {feedback.status !== 'approved' && <NotifyOptions recipients={recipients} byDefault={notifies} />}
    </DecisionForm>
  )
}

type DecisionFormProps = ModerationControlProps & { className: string; children: ReactNode }

const DecisionForm = ({ feedback, pageUrl, seenAt, className, children }: DecisionFormProps) => (
  <ActionForm
    intent={decisions.map(({ intent }) => intent)}
    fields={{ id: feedback.id, next: pageUrl, seenAt }}
    className={className}
  >
    {children}
  </ActionForm>
)
