import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { trackerMessages as messages } from '../../messages/settings/tracker.ts'
import type { ConnectedTrackerPage } from './page.tsx'

export function DisconnectCard({ tracker }: Pick<ConnectedTrackerPage, 'tracker'>) {
  const id = 'disconnect'
  return (
    <Card title={messages.disconnect} description={messages.disconnectText} tone="danger">
      <Button look="danger-quiet" opens={id}>
        {messages.disconnect}
      </Button>
      <ConfirmDialog
        id={id}
        title={messages.disconnectTitle({ tracker: messages.providers[tracker.provider] })}
        description={messages.disconnectText}
        confirm={messages.disconnect}
        intent="disconnect"
      />
    </Card>
  )
}
