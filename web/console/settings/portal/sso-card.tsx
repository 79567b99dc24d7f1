import { RefreshCw } from 'lucide-react'
import type { SsoSecret } from '#server/portal/settings/sso-secrets.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import { RotateForm } from '../secrets/rotate-form.tsx'
import { PreviousSecrets } from './previous-secrets.tsx'
import { RevealedSecretNotice } from './revealed-secret.tsx'
import type { SsoPage } from './sso-page.tsx'
import { SsoTokenGuide } from './sso-token-guide.tsx'

/** A secret in the response to a form. Loaders never return one. */
export interface RevealedSecret {
  id: string
  secret: string
  /** When the previous secret expires, after a rotation. */
  previousExpiresAt?: string
}

type SsoCardProps = SsoPage & { revealed: RevealedSecret | null }

/** Renders the secret that the workspace's product signs tokens with, and how to use it. */
export function SsoCard(props: SsoCardProps) {
  const [current, ...previous] = props.secrets
  return (
    <Card title={messages.sso} description={messages.ssoText}>
      <div className="flex flex-col gap-6">
        {current ? <CurrentSecret {...props} current={current} /> : <NoSecret />}
        {previous.length > 0 && <PreviousSecrets {...props} secrets={previous} />}
        {current && <SsoTokenGuide {...props} />}
      </div>
    </Card>
  )
}

function NoSecret() {
  return (
    <ActionForm intent="make-secret">
      <p className="text-13">{messages.noSecret}</p>
      <FormActions>
        <SubmitButton look="normal">{messages.createSecret}</SubmitButton>
      </FormActions>
    </ActionForm>
  )
}

function CurrentSecret({ current, revealed, now, zone }: SsoCardProps & { current: SsoSecret }) {
  const isRevealed = revealed?.id === current.id
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 text-muted">
        {messages.secret} <code>heed_ps_…</code> · {messages.created}{' '}
        <Time value={current.createdAt} now={now} zone={zone} />
      </p>
      {isRevealed && <RevealedSecretNotice revealed={revealed} now={now} zone={zone} />}
      <div className="flex flex-wrap items-start gap-2">
        {!isRevealed && (
          <ActionForm intent="show-secret" fields={{ id: current.id }}>
            <SubmitButton look="normal">{messages.show}</SubmitButton>
          </ActionForm>
        )}
        <Button opens="rotate-secret" icon={<RefreshCw aria-hidden="true" />}>
          {messages.rotate}
        </Button>
      </div>
      {!isRevealed && <p className="text-12 text-muted">{messages.showHelp}</p>}
      <RotateSecret id={current.id} />
    </div>
  )
}

function RotateSecret({ id }: { id: string }) {
  const dialog = 'rotate-secret'
  return (
    <Dialog id={dialog} title={messages.rotateTitle} description={messages.rotateText} intent="rotate-secret">
      <RotateForm dialogId={dialog} intent="rotate-secret" fields={{ id }} messages={messages} />
    </Dialog>
  )
}
