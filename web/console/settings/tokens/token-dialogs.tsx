import { useNavigate } from 'react-router'
import type { ApiKeyListItem } from '#server/api-keys/queries.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { uiMessages } from '../../../ui/messages.ts'
import { closeDialogProps, Dialog } from '../../../ui/overlays/dialog.tsx'
import { tokensMessages as messages } from '../../messages/settings/tokens.ts'
import { RotateForm } from '../secrets/rotate-form.tsx'
import type { TokensPage } from './page.tsx'

export function TokenDialogs({ tokens, pageUrl, dialog, now, zone }: TokensPage) {
  const navigate = useNavigate()
  const close = () => navigate(pageUrl, { preventScrollReset: true })
  const findActive = (id: string | null) => tokens.find((token) => token.id === id && token.state === 'active')
  const [rotated, revoked] = [findActive(dialog.rotate), findActive(dialog.revoke)]
  if (rotated) return <RotateToken token={rotated} pageUrl={pageUrl} onClose={close} />
  return revoked ? <RevokeToken token={revoked} now={now} zone={zone} onClose={close} /> : null
}

/** Submits to the URL without `?rotate`, so that the new token shows on the page, not in a dialog. */
function RotateToken({ token, pageUrl, onClose }: { token: ApiKeyListItem; pageUrl: string; onClose: () => void }) {
  const id = 'rotate-token'
  return (
    <Dialog
      id={id}
      title={messages.rotateTitle({ name: token.name })}
      description={messages.rotateText}
      open
      onClose={onClose}
    >
      <RotateForm dialogId={id} intent="rotate" action={pageUrl} fields={{ id: token.id }} messages={messages} />
    </Dialog>
  )
}

function RevokeToken({
  token,
  now,
  zone,
  onClose,
}: {
  token: ApiKeyListItem
  now: string
  zone: string
  onClose: () => void
}) {
  const id = 'revoke-token'
  return (
    <Dialog
      id={id}
      title={messages.revokeTitle({ name: token.name })}
      description={messages.revokeText}
      size="sm"
      open
      onClose={onClose}
    >
      <ActionForm intent="revoke" fields={{ id: token.id, name: token.name }}>
        {token.lastUsedAt && (
          <p className="text-13 text-muted">
            {messages.revokeLastUsed} <Time value={token.lastUsedAt} now={now} zone={zone} />.
          </p>
        )}
        <FormActions>
          <Button {...closeDialogProps(id)}>{uiMessages.cancel}</Button>
          <SubmitButton look="danger">{messages.revokeConfirm}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
