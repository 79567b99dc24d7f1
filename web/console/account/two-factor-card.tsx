import { Button, LinkButton } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { accountMessages } from '../messages/account.ts'

const messages = accountMessages.twoFactor

export function TwoFactorCard({ hasTotp, hasPassword }: { hasTotp: boolean; hasPassword: boolean }) {
  const dialog = 'turn-off'
  const title = (
    <span className="flex items-center gap-2">
      {messages.title}
      <Badge tone={hasTotp ? 'success' : 'neutral'}>{hasTotp ? messages.on : messages.off}</Badge>
    </span>
  )
  return (
    <Card title={title}>
      <p className="max-w-text text-13 text-muted">{messages.about}</p>
      <div className="mt-4">
        {hasTotp ? (
          <Button opens={dialog} look="danger-quiet">
            {messages.turnOff}
          </Button>
        ) : (
          <LinkButton to="/account/second-step">{messages.turnOn}</LinkButton>
        )}
      </div>
      {hasTotp && (
        <ConfirmDialog
          id={dialog}
          intent="turn-off"
          title={messages.turnOffTitle}
          description={messages.turnOffText}
          confirm={messages.turnOff}
        >
          {hasPassword && (
            <Field name="password" label={messages.password}>
              <TextInput type="password" autoComplete="current-password" required />
            </Field>
          )}
        </ConfirmDialog>
      )}
    </Card>
  )
}
