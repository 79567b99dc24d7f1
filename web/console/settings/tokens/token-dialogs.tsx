import { useNavigate } from 'react-router'
import type { ShownKey } from '#server/api-keys/console-list.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { RadioGroup } from '../../../ui/forms/choice.tsx'
import { closing, Dialog } from '../../../ui/overlays/dialog.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { words as kit } from '../../../ui/messages.ts'
import { tokenWords as words } from '../../messages/settings/tokens.ts'
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
function RotateToken({ token, here, onClose }: { token: ShownKey; here: string; onClose: () => void }) {
  const id = 'rotate-token'
  return (
    <Dialog id={id} title={words.rotateTitle(token.name)} description={words.rotateText} open onClose={onClose}>
      <ActionForm intent="rotate" action={here} fields={{ id: token.id }}>
        <RadioGroup
          name="overlapHours"
          legend={words.overlap}
          look="cards"
          defaultValue="24"
          options={overlaps.map((value) => ({ value, ...words.overlaps[value] }))}
        />
        <FormActions end>
          <Button {...closing(id)}>{kit.cancel}</Button>
          <SubmitButton>{words.rotateConfirm}</SubmitButton>
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
  token: ShownKey
  now: string
  zone: string
  onClose: () => void
}) {
  const id = 'revoke-token'
  return (
    <Dialog
      id={id}
      title={words.revokeTitle(token.name)}
      description={words.revokeText}
      size="sm"
      open
      onClose={onClose}
    >
      <ActionForm intent="revoke" fields={{ id: token.id, name: token.name }}>
        {token.lastUsedAt && (
          <p className="text-13 text-muted">
            {words.revokeUsed} <Time value={token.lastUsedAt} now={now} zone={zone} />.
          </p>
        )}
        <FormActions>
          <Button {...closing(id)}>{kit.cancel}</Button>
          <SubmitButton look="danger">{words.revokeConfirm}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
