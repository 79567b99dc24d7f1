import { Ban, MoreHorizontal, RefreshCw } from 'lucide-react'
import type { ApiKeyListItem } from '#server/api-keys/queries.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { type Column, Table } from '../../../ui/data/table.tsx'
import { DateText, Time } from '../../../ui/data/time.tsx'
import { Menu, MenuLink } from '../../../ui/overlays/menu.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { tokensMessages as messages } from '../../messages/settings/tokens.ts'
import type { TokensPage } from './page.tsx'

const tones = { active: 'success', replaced: 'info', expired: 'warning', revoked: 'neutral' } as const

/** Whether requests with the token are still accepted. */
export const isUsable = ({ state }: ApiKeyListItem): boolean => state === 'active' || state === 'replaced'

export function TokenTable({ tokens, pageUrl, now, zone }: TokensPage) {
  const columns: Column<ApiKeyListItem>[] = [
    { key: 'name', head: messages.name, grows: true, cell: (token) => <Name {...token} now={now} zone={zone} /> },
    { key: 'scopes', head: messages.permissions, cell: (token) => <Scopes {...token} /> },
    {
      key: 'used',
      head: messages.lastUsed,
      cell: ({ lastUsedAt }) => (
        <span className="whitespace-nowrap text-muted">
          {lastUsedAt ? <Time value={lastUsedAt} now={now} zone={zone} /> : messages.never}
        </span>
      ),
    },
    {
      key: 'expiry',
      head: messages.expires,
      cell: ({ expiresAt, state }) => (
        <span className="whitespace-nowrap text-muted">
          {expiresAt ? <DateText value={expiresAt} zone={zone} clock={state === 'replaced'} /> : messages.noExpiry}
        </span>
      ),
    },
    {
      key: 'state',
      head: messages.state,
      cell: ({ state }) => (
        <Badge tone={tones[state]} dot>
          {messages.states[state]}
        </Badge>
      ),
    },
    {
      key: 'actions',
      head: settingsMessages.actions,
      hideHead: true,
      align: 'end',
      cell: (token) => isUsable(token) && <Actions token={token} pageUrl={pageUrl} />,
    },
  ]
  return (
    <Table
      caption={messages.list}
      columns={columns}
      rows={tokens}
      rowKey={({ id }) => id}
      rowTitle={({ name }) => name}
      stacked
    />
  )
}

function Name({ name, prefix, createdBy, createdAt, now, zone }: ApiKeyListItem & { now: string; zone: string }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate" dir="auto">
        {name}
      </span>
      <span className="truncate font-normal text-12 text-muted">
        <code>{prefix}…</code> · {createdBy} · <Time value={createdAt} now={now} zone={zone} />
      </span>
    </span>
  )
}

function Scopes({ preset, scopes }: ApiKeyListItem) {
  const text = preset?.name ?? messages.permissionCount({ count: scopes.length })
  return (
    <span className="whitespace-nowrap" title={scopes.join(', ')}>
      {text}
    </span>
  )
}

function Actions({ token: { id, name, state }, pageUrl }: { token: ApiKeyListItem; pageUrl: string }) {
  return (
    <Menu
      label={messages.menu({ name })}
      iconOnly
      icon={<MoreHorizontal aria-hidden="true" />}
      look="quiet"
      size="sm"
      align="end"
    >
      {state === 'active' && (
        <MenuLink to={`${pageUrl}?rotate=${id}`} preventScrollReset icon={<RefreshCw aria-hidden="true" />}>
          {messages.rotate}
        </MenuLink>
      )}
      <MenuLink to={`${pageUrl}?revoke=${id}`} preventScrollReset tone="danger" icon={<Ban aria-hidden="true" />}>
        {messages.revoke}
      </MenuLink>
    </Menu>
  )
}
