import { Ban, MoreHorizontal, Pencil, RefreshCw, Send, Trash2 } from 'lucide-react'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Menu, MenuButton } from '../../../ui/overlays/menu.tsx'
import { deliveriesMessages, webhooksMessages as messages } from '../../messages/settings/webhooks.ts'
import type { WebhookPage } from './load-webhook-page.ts'
import { dialogIds } from './webhook-dialogs.tsx'

export function WebhookActions({ webhook, pageUrl }: WebhookPage) {
  return (
    <>
      <ActionForm intent="test" action={pageUrl}>
        <SubmitButton
          look="normal"
          icon={<Send aria-hidden="true" />}
          {...(webhook.enabled ? {} : { disabledReason: deliveriesMessages.disabledReason })}
        >
          {messages.sendTest}
        </SubmitButton>
      </ActionForm>
      <LinkButton to={`${pageUrl}/edit`} icon={<Pencil aria-hidden="true" />}>
        {messages.editAction}
      </LinkButton>
      <Menu label={messages.menu} iconOnly icon={<MoreHorizontal aria-hidden="true" />} align="end">
        <MenuButton opens={dialogIds.rotate} icon={<RefreshCw aria-hidden="true" />}>
          {messages.rotate}
        </MenuButton>
        {webhook.enabled && (
          <MenuButton opens={dialogIds.disable} icon={<Ban aria-hidden="true" />}>
            {messages.disable}
          </MenuButton>
        )}
        <MenuButton opens={dialogIds.delete} tone="danger" icon={<Trash2 aria-hidden="true" />}>
          {messages.delete}
        </MenuButton>
      </Menu>
    </>
  )
}
