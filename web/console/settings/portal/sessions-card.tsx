import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { portalMessages as messages } from '../../messages/settings/portal.ts'

/** Renders the button that ends the sessions of all customers. */
export const SessionsCard = () => (
  <Card title={messages.sessions} description={messages.sessionsText}>
    <div>
      <Button opens="sign-everyone-out">{messages.signEveryoneOut}</Button>
    </div>
    <ConfirmDialog
      id="sign-everyone-out"
      intent="sign-everyone-out"
      title={messages.signEveryoneOutTitle}
      description={messages.signEveryoneOutText}
      confirm={messages.signEveryoneOutConfirm}
    />
  </Card>
)
