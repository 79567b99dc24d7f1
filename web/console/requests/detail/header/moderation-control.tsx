import { Ban, Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { type Moderation, moderationLabels } from '../../../../ui/messages.ts'
import { Menu } from '../../../../ui/overlays/menu.tsx'
import { triageMessages as messages } from '../../../messages/requests/detail.ts'

interface ModerationControlProps {
  feedback: { id: string; status: Moderation }
  here: string
}

const decisions = [
  { intent: 'approve', leadsTo: 'approved', text: messages.approve, icon: <Check aria-hidden /> },
  { intent: 'reject', leadsTo: 'rejected', text: messages.reject, icon: <X aria-hidden /> },
  { intent: 'spam', leadsTo: 'spam', text: messages.spam, icon: <Ban aria-hidden /> },
] as const

/** What waits has its decisions at hand; what was decided can be decided anew in a menu. */
export function ModerationControl({ feedback, here }: ModerationControlProps) {
  if (feedback.status === 'pending') {
    return (
      <DecisionButton feedback={feedback} here={here} className="request-decide">
        {decisions.map(({ intent, text, icon }, at) => (
          <SubmitButton
            key={intent}
            name="intent"
            value={intent}
            size="sm"
            look={at === 0 ? 'primary' : 'quiet'}
            icon={icon}
          >
            {text}
          </SubmitButton>
        ))}
      </DecisionButton>
    )
  }
  return (
    <Menu label={`${messages.moderation}: ${moderationLabels[feedback.status]}`} size="sm" look="quiet">
      <DecisionButton feedback={feedback} here={here} className="gap-px">
        {decisions
          .filter(({ leadsTo }) => leadsTo !== feedback.status)
          .map(({ intent, text, icon }) => (
            <button key={intent} type="submit" name="intent" value={intent} className="menu-item">
              {icon}
              {text}
            </button>
          ))}
      </DecisionButton>
    </Menu>
  )
}

type DecisionButtonProps = ModerationControlProps & { className: string; children: ReactNode }

const DecisionButton = ({ feedback, here, className, children }: DecisionButtonProps) => (
  <ActionForm
    intent={decisions.map(({ intent }) => intent)}
    fields={{ id: feedback.id, next: here }}
    className={className}
  >
    {children}
  </ActionForm>
)
