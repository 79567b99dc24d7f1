import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { trackerWords as words } from '../../messages/settings/tracker.ts'
import type { Connected } from './page.tsx'

export function DisconnectCard({ tracker }: Pick<Connected, 'tracker'>) {
  const id = 'disconnect'
  return (
    <Card title={words.disconnect} description={words.disconnectText} tone="danger">
      <Button look="danger-quiet" opens={id}>
        {words.disconnect}
      </Button>
      <ConfirmDialog
        id={id}
        title={words.disconnectTitle(words.providers[tracker.provider])}
        description={words.disconnectText}
        confirm={words.disconnect}
        intent="disconnect"
      />
    </Card>
  )
}
