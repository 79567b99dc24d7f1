import { Unplug } from 'lucide-react'
import type { ConnectedApp } from '#server/apps/queries.ts'
import type { ApiScope } from '#server/platform/http/api/scopes.ts'
import { Button, IconButton } from '../../../ui/buttons/button.tsx'
import { type Column, Table } from '../../../ui/data/table.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { appsMessages as messages } from '../../messages/settings/apps.ts'
import { settingsMessages } from '../../messages/settings/common.ts'
import { tokensMessages } from '../../messages/settings/tokens.ts'
import type { AppsPage } from './page.tsx'

export function AppTable({ apps, now, zone }: AppsPage) {
  const columns: Column<ConnectedApp>[] = [
    { key: 'name', head: messages.name, grows: true, cell: (app) => <Name {...app} /> },
    { key: 'scopes', head: messages.permissions, cell: (app) => <Scopes {...app} /> },
    {
      key: 'by',
      head: messages.connectedBy,
      cell: ({ authorizedBy, createdAt }) => (
        <span className="flex min-w-0 flex-col">
          <span className="truncate">{authorizedBy}</span>
          <span className="text-12 text-muted">
            <Time value={createdAt} now={now} zone={zone} />
          </span>
        </span>
      ),
    },
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
      key: 'actions',
      head: settingsMessages.actions,
      hideHead: true,
      align: 'end',
      cell: ({ id, name }) => <DisconnectApp id={id} name={name} isIcon />,
    },
  ]
  return (
    <Table
      caption={messages.list}
      columns={columns}
      rows={apps}
      rowKey={({ id }) => id}
      rowTitle={({ name }) => name}
      stacked
    />
  )
}

/** Shows the app's unverified name, and below it the host that it comes from. */
function Name({ name, clientHost, redirectHost }: ConnectedApp) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate" dir="auto">
        {name}
      </span>
      <span className="truncate font-normal text-12 text-muted">{clientHost ?? redirectHost.replace(/:$/, '')}</span>
    </span>
  )
}

function Scopes({ scopes }: ConnectedApp) {
  return (
    <details className="app-scopes">
      <summary>{messages.permissionCount({ count: scopes.length })}</summary>
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>{tokensMessages.scopes[scope as ApiScope].label}</li>
        ))}
      </ul>
    </details>
  )
}

interface DisconnectProps {
  id: string
  name: string
  /** Further fields of the form. */
  fields?: Record<string, string>
  /** Shows only an icon, for a table. */
  isIcon?: boolean
}

/** Opens a dialog that asks before an app is disconnected. */
export function DisconnectApp({ id, name, fields = {}, isIcon }: DisconnectProps) {
  const dialog = `disconnect-${id}`
  return (
    <>
      {isIcon ? (
        <IconButton
          opens={dialog}
          size="sm"
          look="quiet"
          label={messages.revokeOf({ name })}
          icon={<Unplug aria-hidden="true" />}
        />
      ) : (
        <Button opens={dialog} size="sm" aria-label={messages.revokeOf({ name })}>
          {messages.revoke}
        </Button>
      )}
      <ConfirmDialog
        id={dialog}
        intent="revoke"
        title={messages.revokeTitle({ name })}
        description={messages.revokeText}
        confirm={messages.revokeConfirm}
        fields={{ id, name, ...fields }}
      />
    </>
  )
}
