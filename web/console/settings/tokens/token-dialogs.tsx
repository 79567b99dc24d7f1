import { useNavigate } from 'react-router'
import { formatDate } from '#i18n/format.ts'
import type { ApiKeyListItem } from '#server/api-keys/queries.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { uiMessages } from '../../../ui/messages.ts'
import { closeDialogProps, Dialog } from '../../../ui/overlays/dialog.tsx'
import { tokensMessages as messages } from '../../messages/settings/tokens.ts'
import { RotateForm } from '../secrets/rotate-form.tsx'
import { expiryDays } from './expiry-days.ts'
import type { TokensPage } from './page.tsx'
import { isUsable } from './token-table.tsx'

interface DialogProps {
  token: ApiKeyListItem
  now: string
  zone: string
  onClose: () => void
}

export function TokenDialogs({ tokens, pageUrl, dialog, now, zone }: TokensPage) {
  const navigate = useNavigate()
  const close = () => navigate(pageUrl, { preventScrollReset: true })
  const rotated = tokens.find(({ id, state }) => id === dialog.rotate && state === 'active')
  const revoked = tokens.find((token) => token.id === dialog.revoke && isUsable(token))
  if (rotated) return <RotateToken token={rotated} pageUrl={pageUrl} now={now} zone={zone} onClose={close} />
  return revoked ? <RevokeToken token={revoked} now={now} zone={zone} onClose={close} /> : null
}

/** Submits to the URL without `?rotate`, so that the new token shows on the page, not in a dialog. */
function RotateToken({ token, pageUrl, now, zone, onClose }: DialogProps & { pageUrl: string }) {
  const id = 'rotate-token'
  const { expiresAt, lastUsedAt } = token
  const keep =
    expiresAt === null ? messages.keepNever : messages.keepExpiry({ date: formatDate(new Date(expiresAt), zone) })
  return (
    <Dialog
      id={id}
      title={messages.rotateTitle({ name: token.name })}
      description={messages.rotateText}
      open
      onClose={onClose}
    >
      <RotateForm dialogId={id} intent="rotate" action={pageUrl} fields={{ id: token.id }} messages={messages}>
        <Field name="expiry" label={messages.newExpiry}>
          <Select
            defaultValue="keep"
            options={[
              { value: 'keep', label: keep },
              ...expiryDays.map((value) => ({ value, label: messages.expiryOptions[value] })),
              ...(expiresAt === null ? [] : [{ value: 'never', label: messages.expiryOptions.never }]),
            ]}
          />
        </Field>
        <p className="text-13 text-muted">
          {lastUsedAt === null ? (
            messages.rotateUnused
          ) : (
            <>
              {messages.rotateLastUsed} <Time value={lastUsedAt} now={now} zone={zone} />.
            </>
          )}
        </p>
      </RotateForm>
    </Dialog>
  )
}

function RevokeToken({ token, now, zone, onClose }: DialogProps) {
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
