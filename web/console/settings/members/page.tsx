import { UserPlus } from 'lucide-react'
import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { InvitationCreate, inviteMember, resendInvitation, revokeInvitation } from '#server/members/invitations.ts'
import { changeRole, RoleChange, removeMember } from '#server/members/membership.ts'
import { membersCan } from '#server/members/permissions.ts'
import { listInvitations, listMembers } from '#server/members/queries.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { membersMessages as messages } from '../../messages/settings/members.ts'
import { type CreatedInvitation, InvitationLinkNotice } from './invitation-link-notice.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RolesCard } from './roles-card.tsx'
import { TeamTable } from './team-table.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loaderFor.member(async ({ scope, url, membership, deps, home, now, zone }) => {
  const can = membersCan(scope.actor)
  const [team, invitations] = await Promise.all([listMembers(scope), listInvitations(scope)])
  const owners = team.filter(({ role }) => role === 'owner').length
  return {
    workspace: { name: membership.name, slug: membership.slug },
    pageUrl: `${home}/settings/members`,
    members: team.map(({ createdAt: _, ...member }) => ({
      ...member,
      isMe: member.id === membership.memberId,
      mayChange: can.assign(member.role),
    })),
    invitations: invitations.map((invitation) => ({ ...invitation, mayChange: can.assign(invitation.role) })),
    can: { giveOwner: can.assign('owner'), leave: membership.role !== 'owner' || owners > 1 },
    sendsMail: deps.settings.smtpUrl !== null,
    /** Set by the command palette's link. */
    opensInviteDialog: url.searchParams.has('invite'),
    now,
    zone,
  }
})

export type MembersPage = Awaited<ReturnType<typeof loader>>
export type ListedMember = MembersPage['members'][number]
export type ListedInvitation = MembersPage['invitations'][number]

/** Returns the link in the response to the form only: not even a reload shows it again. */
const createdInvitation = ({ invitation, url }: Awaited<ReturnType<typeof inviteMember>>) => ({
  createdInvitation: { email: invitation.email, url },
})

export const action = actionFor.member({
  invite: async ({ form, write, deps }) => {
    const input = validateForm(InvitationCreate, { email: form.text('email'), role: form.text('role') })
    return createdInvitation(await write((tx) => inviteMember(tx, input, deps.settings.publicUrl)))
  },
  resend: async ({ form, write, deps }) =>
    createdInvitation(await write((tx) => resendInvitation(tx, form.id('id'), deps.settings.publicUrl))),
  revoke: async ({ form, write, home }) => {
    await write((tx) => revokeInvitation(tx, form.id('id')))
    return redirectWithFlash(`${home}/settings/members`, messages.revoked({ email: form.text('who') }))
  },
  role: async ({ form, write, home }) => {
    const { role } = validateForm(RoleChange, { role: form.text('role') })
    const [id, who, before] = [form.id('id'), form.text('who'), form.text('before')]
    await write((tx) => changeRole(tx, id, role))
    const pageUrl = `${home}/settings/members`
    const undo = { action: pageUrl, intent: 'role', fields: { id, who, role: before, before: role } }
    return redirectWithFlash(pageUrl, messages.roleChanged({ name: who, role }), { undo })
  },
  remove: async ({ form, write, home }) => {
    await write((tx) => removeMember(tx, form.id('id')))
    return redirectWithFlash(`${home}/settings/members`, messages.removed({ name: form.text('who') }))
  },
})

export const meta = ({ loaderData }: { loaderData?: MembersPage }) => [
  { title: loaderData ? messages.pageTitle({ workspace: loaderData.workspace.name }) : messages.title },
]

interface PageProps {
  loaderData: MembersPage
  actionData?: { createdInvitation?: CreatedInvitation }
}

export default function Members({ loaderData: page, actionData }: PageProps) {
  const dialog = 'invite'
  const invite = (
    <Button look="primary" icon={<UserPlus aria-hidden="true" />} opens={dialog}>
      {messages.invite}
    </Button>
  )
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={messages.title} meta={messages.count({ count: page.members.length })} actions={invite} />
      <InvitationLinkNotice invitation={actionData?.createdInvitation} sendsMail={page.sendsMail} />
      <TeamTable {...page} />
      {page.invitations.length > 0 && <InvitationsCard {...page} />}
      <RolesCard {...page} />
      <InviteDialog id={dialog} can={page.can} open={page.opensInviteDialog && !actionData} />
      <RemoveDialog {...page} />
    </div>
  )
}
