import type { Command } from 'commander'
import { inviteMember } from '../members/invitations.ts'
import { changeRole, removeMember } from '../members/membership.ts'
import { findMemberIdByEmail, listInvitations, listMembers } from '../members/queries.ts'
import { type Role, roles } from '../platform/authorization.ts'
import { OneOf, Strict, Type } from '../platform/schemas.ts'
import type { CommandIo } from './command-io.ts'
import { asOperator, findWorkspaceId, parseOptions, withInstance } from './run-command.ts'

const email = Type.String({ 'x-text': true, format: 'email', maxLength: 254 })
const MemberOptions = Strict({ workspace: Type.String(), email })
const MemberRoleOptions = Strict({ workspace: Type.String(), email, role: OneOf([...roles]) })

export function memberCommands(program: Command, io: CommandIo): void {
  const member = program.command('member').description('list, invite, and remove members, and change their roles')
  const command = (name: string, description: string) =>
    member
      .command(name)
      .description(description)
      .requiredOption('--workspace <slug>', 'the workspace')
      .option('--json', 'print one JSON object')

  command('list', 'list the members and the open invitations of a workspace').action(({ json, workspace }) =>
    withInstance(io, 'member list', { json }, async (instance) => {
      const workspaceId = await findWorkspaceId(instance, workspace)
      const [members, invitations] = await asOperator(instance, workspaceId, (scope) =>
        Promise.all([listMembers(scope), listInvitations(scope)]),
      )
      const lines = [
        ...members.map((each) => `${each.email}\t${each.role}\t${each.name ?? '(has not signed in yet)'}`),
        ...invitations.map((each) => `${each.email}\t${each.role}\t(invited until ${each.expiresAt})`),
      ]
      return { result: { members, invitations }, text: lines.join('\n') || 'This workspace has no members yet.' }
    }),
  )

  command('invite', 'invite a team member: prints a link and emails another one')
    .requiredOption('--email <address>', 'the email address of the member')
    .option('--role <role>', roles.join(', '), 'member')
    .action(({ json, ...options }) =>
      withInstance(io, 'member invite', { json }, async (instance) => {
        const { workspace, ...input } = parseOptions(MemberRoleOptions, options)
        const workspaceId = await findWorkspaceId(instance, workspace)
        const { publicUrl } = instance.settings
        const { invitation, url } = await asOperator(instance, workspaceId, (scope) =>
          inviteMember(scope, input, publicUrl),
        )
        const text = `${url}\n\nGive this link to ${invitation.email}. It works once, until ${invitation.expiresAt}.`
        return { result: { ...invitation, url }, text }
      }),
    )

  command('role', 'change the role of a member and end their sessions')
    .requiredOption('--email <address>', 'the email address of the member')
    .requiredOption('--role <role>', roles.join(', '))
    .action(({ json, ...options }) =>
      withInstance(io, 'member role', { json }, async (instance) => {
        const input = parseOptions(MemberRoleOptions, options)
        const role: Role = input.role
        const workspaceId = await findWorkspaceId(instance, input.workspace)
        const id = await asOperator(instance, workspaceId, async (scope) => {
          const memberId = await findMemberIdByEmail(scope, input.email)
          await changeRole(scope, memberId, role)
          return memberId
        })
        return { result: { id, role }, text: `${input.email} now has the role ${role} in ${input.workspace}.` }
      }),
    )

  command('remove', 'remove a member from a workspace and end their sessions')
    .requiredOption('--email <address>', 'the email address of the member')
    .action(({ json, ...options }) =>
      withInstance(io, 'member remove', { json }, async (instance) => {
        const input = parseOptions(MemberOptions, options)
        const workspaceId = await findWorkspaceId(instance, input.workspace)
        const id = await asOperator(instance, workspaceId, async (scope) => {
          const memberId = await findMemberIdByEmail(scope, input.email)
          await removeMember(scope, memberId)
          return memberId
        })
        return { result: { id, removed: true }, text: `${input.email} is no longer a member of ${input.workspace}.` }
      }),
    )
}
