import { formatDateTime } from '#i18n/format.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { webhooksMessages as messages } from '../../messages/settings/webhooks.ts'
import type { WebhookPage } from './load-webhook-page.ts'

/** Says why a webhook is disabled or fails, and what to do. */
export function HealthNotice({ webhook, pageUrl, zone }: WebhookPage) {
  const { disabledReason, failingSince } = webhook
  if (disabledReason !== null) {
    const enable = (
      <ActionForm intent="enable" action={pageUrl}>
        <SubmitButton look="normal" size="sm">
          {messages.enable}
        </SubmitButton>
      </ActionForm>
    )
    return (
      <Notice tone={disabledReason === 'manual' ? 'info' : 'danger'} title={messages.disabledTitle} actions={enable}>
        <p>{messages.disabledText[disabledReason]}</p>
      </Notice>
    )
  }
  if (failingSince === null) return null
  return (
    <Notice tone="warning" title={messages.failingTitle}>
      <p>{messages.failingText({ time: formatDateTime(new Date(failingSince), zone) })}</p>
    </Notice>
  )
}
