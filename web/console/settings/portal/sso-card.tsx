import { RefreshCw } from 'lucide-react'
import type { PortalSecret } from '#server/portal/settings/sso-secrets.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { RadioGroup } from '../../../ui/forms/choice.tsx'
import { closing, Dialog } from '../../../ui/overlays/dialog.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { words as kit } from '../../../ui/messages.ts'
import { portalWords as words } from '../../messages/settings/portal.ts'
import { OldSecrets } from './previous-secrets.tsx'
import type { PortalPage } from './page.tsx'
import { ShownSecret } from './revealed-secret.tsx'
import { TokenGuide } from './sso-token-guide.tsx'

/** A secret as an answer of the form brings it; no page is loaded with one. */
export interface Shown {
  id: string
  secret: string
  /** Of the one before it, when it was rotated. */
  oldEndsAt?: string
}

type SigningProps = PortalPage & { shown: Shown | null }

/** The secret that the workspace's product signs with, and how. */
export function SigningCard(props: SigningProps) {
  const [current, ...old] = props.secrets
  return (
    <Card title={words.signing} description={words.signingText}>
      <div className="flex flex-col gap-6">
        {current ? <Current {...props} current={current} /> : <None />}
        {old.length > 0 && <OldSecrets {...props} old={old} />}
        {current && <TokenGuide {...props} />}
      </div>
    </Card>
  )
}

function None() {
  return (
    <ActionForm intent="make-secret">
      <p className="text-13">{words.none}</p>
      <FormActions>
        <SubmitButton look="normal">{words.make}</SubmitButton>
      </FormActions>
    </ActionForm>
  )
}

function Current({ current, shown, now, zone }: SigningProps & { current: PortalSecret }) {
  const isShown = shown?.id === current.id
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 text-muted">
        {words.secret} <code>heed_ps_…</code> · {words.madeAt} <Time value={current.createdAt} now={now} zone={zone} />
      </p>
      {isShown && <ShownSecret shown={shown} now={now} zone={zone} />}
      <div className="flex flex-wrap items-start gap-2">
        {!isShown && (
          <ActionForm intent="show-secret" fields={{ id: current.id }}>
            <SubmitButton look="normal">{words.show}</SubmitButton>
          </ActionForm>
        )}
        <Button opens="rotate-secret" icon={<RefreshCw aria-hidden="true" />}>
          {words.rotate}
        </Button>
      </div>
      {!isShown && <p className="text-12 text-muted">{words.showHelp}</p>}
      <RotateSecret id={current.id} />
    </div>
  )
}

const overlaps = ['24', '1', '168', '0'] as const

function RotateSecret({ id }: { id: string }) {
  const dialog = 'rotate-secret'
  return (
    <Dialog id={dialog} title={words.rotateTitle} description={words.rotateText} intent="rotate-secret">
      <ActionForm intent="rotate-secret" fields={{ id }}>
        <RadioGroup
          name="overlapHours"
          legend={words.overlap}
          look="cards"
          defaultValue="24"
          options={overlaps.map((value) => ({ value, ...words.overlaps[value] }))}
        />
        <FormActions end>
          <Button {...closing(dialog)}>{kit.cancel}</Button>
          <SubmitButton>{words.rotateConfirm}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
