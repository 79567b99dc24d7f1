import { Plus } from 'lucide-react'
import type { RegisteredApp } from '#server/apps/registrations/register.ts'
import { Button, LinkButton } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { Row, Rows } from '../../../ui/data/list-row.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { appsMessages } from '../../messages/settings/apps.ts'
import type { AppsPage } from './page.tsx'

const messages = appsMessages.registered

/** Lists the apps that the workspace's own developers have registered, with their client ids. */
export function RegisteredApps({ registered, pageUrl }: AppsPage) {
  const add = (
    <LinkButton to={`${pageUrl}/new`} size="sm" icon={<Plus aria-hidden="true" />}>
      {messages.add}
    </LinkButton>
  )
  return (
    <Card title={messages.title} description={messages.about} actions={add} flush={registered.length > 0}>
      {registered.length === 0 ? (
        <p className="text-13 text-muted">{messages.empty}</p>
      ) : (
        <Rows label={messages.list}>
          {registered.map((app) => (
            <Row
              key={app.id}
              title={<span dir="auto">{app.name}</span>}
              meta={
                <>
                  <code data-copied="" className="break-all">
                    {app.id}
                  </code>
                  <span className="break-all">{app.redirectUris.join(', ')}</span>
                </>
              }
              end={
                <>
                  <CopyButton value={app.id} label={messages.copy} iconOnly size="sm" look="quiet" />
                  <DeleteApp {...app} />
                </>
              }
            />
          ))}
        </Rows>
      )}
    </Card>
  )
}

function DeleteApp({ id, name }: RegisteredApp) {
  const dialog = `delete-${id}`
  return (
    <>
      <Button opens={dialog} size="sm" aria-label={messages.deleteOf({ name })}>
        {messages.delete}
      </Button>
      <ConfirmDialog
        id={dialog}
        intent="delete-registration"
        title={messages.deleteTitle({ name })}
        description={messages.deleteText}
        confirm={messages.deleteConfirm}
        fields={{ id, name }}
      />
    </>
  )
}
