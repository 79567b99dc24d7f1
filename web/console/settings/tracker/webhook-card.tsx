import { useEffect, useRef } from 'react'
import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { trackerMessages as messages } from '../../messages/settings/tracker.ts'
import type { ConnectedTrackerPage } from './page.tsx'

export interface PreparedWebhook {
  url: string
  /** Null for one that was given. */
  secret: string | null
}

export function WebhookCard({
  tracker,
  publicUrl,
  now,
  zone,
  prepared,
}: ConnectedTrackerPage & { prepared: PreparedWebhook | null }) {
  const { webhook: hook, provider } = tracker
  const canBeCalled = publicUrl.startsWith('https://')
  const state = hook.isMade || hook.lastCallAt !== null ? messages.hookMade : messages.hookNone
  return (
    <Card title={messages.hookTitle}>
      <div className="flex flex-col gap-4">
        <p className="text-13">
          {canBeCalled ? state : messages.hookNoHttps(publicUrl)}{' '}
          {hook.lastCallAt !== null ? (
            <>
              {messages.hookLast} <Time value={hook.lastCallAt} now={now} zone={zone} />.
            </>
          ) : (
            canBeCalled && hook.isMade && messages.hookNever
          )}
        </p>
        {prepared && <PreparedWebhookDetails {...prepared} />}
        {!prepared && canBeCalled && (
          <details>
            <summary className="cursor-pointer text-13 text-accent-ink">{messages.hookByHand}</summary>
            <div className="mt-3">
              <ActionForm intent="hook">
                <p className="text-13 text-muted">{messages.hookByHandText}</p>
                {provider === 'linear' && (
                  <Field name="hookSecret" label={messages.hookGiven} optional help={messages.hookGivenHelp}>
                    <TextInput type="password" autoComplete="off" mono />
                  </Field>
                )}
                <FormActions>
                  <SubmitButton look="normal">{messages.hookPrepare}</SubmitButton>
                </FormActions>
              </ActionForm>
            </div>
          </details>
        )}
      </div>
    </Card>
  )
}

function PreparedWebhookDetails({ url, secret }: PreparedWebhook) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} role="status" className="outline-none">
      <Notice tone="success" title={messages.hookReady}>
        <div className="mt-2 flex flex-col gap-2">
          <Secret value={url} label={messages.hookUrl} />
          {secret !== null && <Secret value={secret} label={messages.hookSecret} />}
          <p>{secret === null ? messages.hookReadyGiven : messages.hookReadyText}</p>
        </div>
      </Notice>
    </div>
  )
}
