import { useEffect, useRef } from 'react'
import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { trackerMessages } from '../../messages/settings/tracker.ts'
import type { ConnectedTrackerPage } from './page.tsx'

const messages = trackerMessages.webhook

export interface PreparedWebhook {
  url: string
  /** Null if the member entered the tracker's own secret. */
  secret: string | null
}

export function WebhookCard({
  tracker: { webhook, provider },
  publicUrl,
  canReceiveWebhooks,
  now,
  zone,
  prepared,
}: ConnectedTrackerPage & { prepared: PreparedWebhook | null }) {
  const state = webhook.isManaged || webhook.lastCallAt !== null ? messages.active : messages.inactive
  return (
    <Card title={messages.title}>
      <div className="flex flex-col gap-4">
        <p className="text-13">
          {canReceiveWebhooks ? state : messages.needsHttps({ url: publicUrl })}{' '}
          {webhook.lastCallAt !== null ? (
            <>
              {messages.lastCall} <Time value={webhook.lastCallAt} now={now} zone={zone} />.
            </>
          ) : (
            canReceiveWebhooks && webhook.isManaged && messages.noCallYet
          )}
        </p>
        {prepared && <PreparedWebhookDetails {...prepared} />}
        {!prepared && canReceiveWebhooks && <ManualWebhookForm provider={provider} />}
      </div>
    </Card>
  )
}

function ManualWebhookForm({ provider }: Pick<ConnectedTrackerPage['tracker'], 'provider'>) {
  return (
    <details>
      <summary className="cursor-pointer text-13 text-accent-ink">{messages.manual}</summary>
      <div className="mt-3">
        <ActionForm intent="webhook">
          <p className="text-13 text-muted">{messages.manualText}</p>
          {provider === 'linear' && (
            <Field name="webhookSecret" label={messages.trackerSecret} optional help={messages.trackerSecretHelp}>
              <TextInput type="password" autoComplete="off" mono />
            </Field>
          )}
          <FormActions>
            <SubmitButton look="normal">{messages.prepare}</SubmitButton>
          </FormActions>
        </ActionForm>
      </div>
    </details>
  )
}

function PreparedWebhookDetails({ url, secret }: PreparedWebhook) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.focus(), [])
  return (
    <div ref={container} tabIndex={-1} role="status" className="outline-none">
      <Notice tone="success" title={messages.ready}>
        <div className="mt-2 flex flex-col gap-2">
          <Secret value={url} label={messages.copyUrl} />
          {secret !== null && <Secret value={secret} label={messages.copySecret} />}
          <p>{secret === null ? messages.readyOwnSecret : messages.readyText}</p>
        </div>
      </Notice>
    </div>
  )
}
