import { useNavigate } from 'react-router'
import type { ApiKeyListItem } from '#server/api-keys/queries.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { RadioGroup } from '../../../ui/forms/choice.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { uiMessages as kit } from '../../../ui/messages.ts'
import { closeDialogProps, Dialog } from '../../../ui/overlays/dialog.tsx'
import { tokensMessages as messages } from '../../messages/settings/tokens.ts'
import type { TokensPage } from './page.tsx'

export function TokenDialogs({ tokens, here, opened, now, zone }: TokensPage) {
  const navigate = useNavigate()
  const close = () => navigate(here, { preventScrollReset: true })
  const active = (id: string | null) => tokens.find((token) => token.id === id && token.state === 'active')
  const [rotated, revoked] = [active(opened.rotate), active(opened.revoke)]
  if (rotated) return <RotateToken token={rotated} here={here} onClose={close} />
  return revoked ? <RevokeToken token={revoked} now={now} zone={zone} onClose={close} /> : null
}

const overlaps = ['24', '1', '168', '0'] as const

/** Without `?rotate` in the address it is sent to, so that the page with the new token is no dialog. */
function RotateToken({ token, here, onClose }: { token: ApiKeyListItem; here: string; onClose: () => void }) {
  const id = 'rotate-token'
  return (
    <Dialog id={id} title={messages.rotateTitle(token.name)} description={messages.rotateText} open onClose={onClose}>
      <ActionForm intent="rotate" action={here} fields={{ id: token.id }}>
        <RadioGroup
          name="overlapHours"
          legend={messages.overlap}
          look="cards"
          defaultValue="24"
          options={overlaps.map((value) => ({ value, ...messages.overlaps[value] }))}
        />
        <FormActions end>
          <Button {...closeDialogProps(id)}>{kit.cancel}</Button>
          <SubmitButton>{messages.rotateConfirm}</SubmitButton>
        </FormActions>
      </ActionForm>
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
      title={messages.revokeTitle(token.name)}
      description={messages.revokeText}
      size="sm"
      open
      onClose={onClose}
    >
      <ActionForm intent="revoke" fields={{ id: token.id, name: token.name }}>
        {token.lastUsedAt && (
          <p className="text-13 text-muted">
            {messages.revokeUsed} <Time value={token.lastUsedAt} now={now} zone={zone} />.
          </p>
        )}
        <FormActions>
          <Button {...closeDialogProps(id)}>{kit.cancel}</Button>
          <SubmitButton look="danger">{messages.revokeConfirm}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
