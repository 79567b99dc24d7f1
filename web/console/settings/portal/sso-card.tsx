import { RefreshCw } from 'lucide-react'
import type { SsoSecret } from '#server/portal/settings/sso-secrets.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { RadioGroup } from '../../../ui/forms/choice.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { uiMessages as kit } from '../../../ui/messages.ts'
import { closeDialogProps, Dialog } from '../../../ui/overlays/dialog.tsx'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import type { PortalPage } from './page.tsx'
import { PreviousSecrets } from './previous-secrets.tsx'
import { RevealedSecretNotice } from './revealed-secret.tsx'
import { SsoTokenGuide } from './sso-token-guide.tsx'

/** A secret as an answer of the form brings it; no page is loaded with one. */
export interface RevealedSecret {
  id: string
  secret: string
  /** Of the one before it, when it was rotated. */
  oldEndsAt?: string
}

type SsoCardProps = PortalPage & { shown: RevealedSecret | null }

/** The secret that the workspace's product signs with, and how. */
export function SsoCard(props: SsoCardProps) {
  const [current, ...old] = props.secrets
  return (
    <Card title={messages.signing} description={messages.signingText}>
      <div className="flex flex-col gap-6">
        {current ? <CurrentSecret {...props} current={current} /> : <NoSecret />}
        {old.length > 0 && <PreviousSecrets {...props} old={old} />}
        {current && <SsoTokenGuide {...props} />}
      </div>
    </Card>
  )
}

function NoSecret() {
  return (
    <ActionForm intent="make-secret">
      <p className="text-13">{messages.none}</p>
      <FormActions>
        <SubmitButton look="normal">{messages.make}</SubmitButton>
      </FormActions>
    </ActionForm>
  )
}

function CurrentSecret({ current, shown, now, zone }: SsoCardProps & { current: SsoSecret }) {
  const isShown = shown?.id === current.id
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 text-muted">
        {messages.secret} <code>heed_ps_…</code> · {messages.madeAt}{' '}
        <Time value={current.createdAt} now={now} zone={zone} />
      </p>
      {isShown && <RevealedSecretNotice shown={shown} now={now} zone={zone} />}
      <div className="flex flex-wrap items-start gap-2">
        {!isShown && (
          <ActionForm intent="show-secret" fields={{ id: current.id }}>
            <SubmitButton look="normal">{messages.show}</SubmitButton>
          </ActionForm>
        )}
        <Button opens="rotate-secret" icon={<RefreshCw aria-hidden="true" />}>
          {messages.rotate}
        </Button>
      </div>
      {!isShown && <p className="text-12 text-muted">{messages.showHelp}</p>}
      <RotateSecret id={current.id} />
    </div>
  )
}

const overlaps = ['24', '1', '168', '0'] as const

function RotateSecret({ id }: { id: string }) {
  const dialog = 'rotate-secret'
  return (
    <Dialog id={dialog} title={messages.rotateTitle} description={messages.rotateText} intent="rotate-secret">
      <ActionForm intent="rotate-secret" fields={{ id }}>
        <RadioGroup
          name="overlapHours"
          legend={messages.overlap}
          look="cards"
          defaultValue="24"
          options={overlaps.map((value) => ({ value, ...messages.overlaps[value] }))}
        />
        <FormActions end>
          <Button {...closeDialogProps(dialog)}>{kit.cancel}</Button>
          <SubmitButton>{messages.rotateConfirm}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
