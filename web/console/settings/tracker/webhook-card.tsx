import { useEffect, useRef } from 'react'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { trackerWords as words } from '../../messages/settings/tracker.ts'
import type { Connected } from './page.tsx'

export interface PreparedHook {
  url: string
  /** Null for one that was given. */
  secret: string | null
}

export function HookCard({ tracker, publicUrl, now, zone, prepared }: Connected & { prepared: PreparedHook | null }) {
  const { hook, provider } = tracker
  const canBeCalled = publicUrl.startsWith('https://')
  const state = hook.isMade || hook.lastCallAt !== null ? words.hookMade : words.hookNone
  return (
    <Card title={words.hookTitle}>
      <div className="flex flex-col gap-4">
        <p className="text-13">
          {canBeCalled ? state : words.hookNoHttps(publicUrl)}{' '}
          {hook.lastCallAt !== null ? (
            <>
              {words.hookLast} <Time value={hook.lastCallAt} now={now} zone={zone} />.
            </>
          ) : (
            canBeCalled && hook.isMade && words.hookNever
          )}
        </p>
        {prepared && <Prepared {...prepared} />}
        {!prepared && canBeCalled && (
          <details>
            <summary className="cursor-pointer text-13 text-accent-ink">{words.hookByHand}</summary>
            <div className="mt-3">
              <ActionForm intent="hook">
                <p className="text-13 text-muted">{words.hookByHandText}</p>
                {provider === 'linear' && (
                  <Field name="hookSecret" label={words.hookGiven} optional help={words.hookGivenHelp}>
                    <TextInput type="password" autoComplete="off" mono />
                  </Field>
                )}
                <FormActions>
                  <SubmitButton look="normal">{words.hookPrepare}</SubmitButton>
                </FormActions>
              </ActionForm>
            </div>
          </details>
        )}
      </div>
    </Card>
  )
}

function Prepared({ url, secret }: PreparedHook) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} role="status" className="outline-none">
      <Notice tone="success" title={words.hookReady}>
        <div className="mt-2 flex flex-col gap-2">
          <Secret value={url} label={words.hookUrl} />
          {secret !== null && <Secret value={secret} label={words.hookSecret} />}
          <p>{secret === null ? words.hookReadyGiven : words.hookReadyText}</p>
        </div>
      </Notice>
    </div>
  )
}
