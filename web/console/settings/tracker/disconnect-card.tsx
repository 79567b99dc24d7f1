import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { trackerWords as words } from '../../words/settings/tracker.ts'
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
