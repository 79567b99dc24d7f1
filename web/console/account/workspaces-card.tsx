import { Button, LinkButton } from '../../ui/buttons/button.tsx'
import { Avatar } from '../../ui/data/avatar.tsx'
import { Row, RowLink, Rows } from '../../ui/data/list-row.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { accountMessages } from '../messages/account.ts'
import type { AccountPage } from './page.tsx'

const messages = accountMessages.workspaces

export function WorkspacesCard({ workspaces }: Pick<AccountPage, 'workspaces'>) {
  return (
    <Card title={messages.title} flush={workspaces.length > 0}>
      {workspaces.length === 0 ? (
        <p className="text-13 text-muted">{messages.empty}</p>
      ) : (
        <Rows label={messages.list}>
          {workspaces.map(({ slug, name, logoUrl, role, isOnlyOwner }) => (
            <Row
              key={slug}
              start={<Avatar name={name} src={logoUrl} shape="square" />}
              title={<RowLink to={`/w/${slug}`}>{name}</RowLink>}
              meta={<span>{accountMessages.roles[role]}</span>}
              end={
                <>
                  <NotificationsButton slug={slug} name={name} />
                  <LeaveButton {...{ slug, name, isOnlyOwner }} />
                </>
              }
            />
          ))}
        </Rows>
      )}
    </Card>
  )
}

function NotificationsButton({ slug, name }: { slug: string; name: string }) {
  const label = messages.notificationsOf({ workspace: name })
  return (
    <LinkButton to={`/w/${slug}/inbox/settings`} size="sm" look="quiet" aria-label={label}>
      {messages.notifications}
    </LinkButton>
  )
}

function LeaveButton({ slug, name, isOnlyOwner }: { slug: string; name: string; isOnlyOwner: boolean }) {
  if (isOnlyOwner) {
    return (
      <Button size="sm" disabledReason={messages.onlyOwner} aria-label={messages.leaveWorkspace({ workspace: name })}>
        {messages.leave}
      </Button>
    )
  }
  return (
    <LinkButton
      to={`/account/workspaces/${slug}/leave`}
      size="sm"
      aria-label={messages.leaveWorkspace({ workspace: name })}
    >
      {messages.leave}
    </LinkButton>
  )
}
