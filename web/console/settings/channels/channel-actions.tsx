import { Ban, MoreHorizontal, Pencil, Send, Trash2 } from 'lucide-react'
import { formatDateTime } from '#i18n/format.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Menu, MenuButton } from '../../../ui/overlays/menu.tsx'
import { channelsMessages as messages } from '../../messages/settings/channels.ts'
import type { ChannelPage } from './channel-page.tsx'

const dialogIds = { disable: 'disable-channel', delete: 'delete-channel' }

export function ChannelActions({ channel, pageUrl }: ChannelPage) {
  return (
    <>
      <ActionForm intent="test" action={pageUrl}>
        <SubmitButton
          look="normal"
          icon={<Send aria-hidden="true" />}
          {...(channel.enabled ? {} : { disabledReason: messages.disabledReason })}
        >
          {messages.sendTest}
        </SubmitButton>
      </ActionForm>
      <LinkButton to={`${pageUrl}/edit`} icon={<Pencil aria-hidden="true" />}>
        {messages.editAction}
      </LinkButton>
      <Menu label={messages.menu} iconOnly icon={<MoreHorizontal aria-hidden="true" />} align="end">
        {channel.enabled && (
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

export const ChannelDialogs = ({ name }: { name: string }) => (
  <>
    <ConfirmDialog
      id={dialogIds.disable}
      title={messages.disableTitle}
      description={messages.disableText}
      confirm={messages.disableConfirm}
      intent="disable"
    />
    <ConfirmDialog
      id={dialogIds.delete}
      title={messages.deleteTitle}
      description={<span className="wrap-anywhere">{messages.deleteText({ name })}</span>}
      confirm={messages.deleteConfirm}
      intent="delete"
    />
  </>
)

/** Explains why a channel is disabled or fails, and what to do. */
export function HealthNotice({ channel, pageUrl, zone }: ChannelPage) {
  const { disabledReason, failingSince, provider } = channel
  if (disabledReason !== null) {
    const text = messages.disabledText[disabledReason]
    const enable = (
      <ActionForm intent="enable" action={pageUrl}>
        <SubmitButton look="normal" size="sm">
          {messages.enable}
        </SubmitButton>
      </ActionForm>
    )
    return (
      <Notice tone={disabledReason === 'manual' ? 'info' : 'danger'} title={messages.disabledTitle} actions={enable}>
        <p>{typeof text === 'string' ? text : text({ product: messages.providers[provider] })}</p>
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
