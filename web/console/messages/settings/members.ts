import { defineMessages } from '#i18n/messages.ts'
import { roleLabels } from '../labels.ts'

/** Texts of the team page in the settings. */
export const membersMessages = defineMessages({
  title: 'Members',
  pageTitle: 'Members · {workspace}',
  count: '{count, plural, one {# person} other {# people}}',
  list: 'Members',
  name: 'Name',
  role: 'Role',
  joined: 'Joined',
  lastSeen: 'Last seen',
  actions: 'Actions',
  you: 'You',
  neverSignedIn: 'Hasn’t signed in yet',
  never: 'Never',
  notJoined: 'Not yet',
  hasTwoFactor: 'Two-factor on',

  roles: roleLabels,
  rolesTitle: 'What each role can do',
  roleHelp: {
    owner: 'Full access. Only owners can add, change, or remove owners. A workspace always has at least one.',
    admin: 'Full access to the workspace and its settings, but can’t change owners.',
    member:
      'Can work with requests, the roadmap, the changelog, and customers. Can’t open settings, or export or delete customers.',
  },
  onlyOwnersInvite: 'Only owners can invite owners.',

  invite: 'Invite a member',
  inviteTitle: 'Invite a team member',
  inviteText: 'They join with a link that works for one week.',
  email: 'Email address',
  sendInvitation: 'Invite',
  invited: '{email} has been invited',
  emailed: 'We’ve emailed the invitation. You can also share this link yourself; it’s shown only once and works once.',
  notEmailed: 'This server doesn’t send email, so share this link yourself. It’s shown only once and works once.',
  copyLink: 'Copy link',

  invitations: 'Invitations',
  invitationsText: 'Sent but not accepted yet.',
  invitationsTextNotEmailed: 'Created but not accepted yet.',
  sent: 'Sent',
  created: 'Created',
  expires: 'expires',
  resend: 'Send again',
  resendTo: 'Send again to {email}',
  newLink: 'New link',
  newLinkFor: 'New link for {email}',
  revoke: 'Revoke',
  revokeFor: 'Revoke the invitation for {email}',
  revoked: 'The invitation for {email} has been revoked. Its links no longer work.',

  menu: 'Actions for {name}',
  changeRole: { owner: 'Make owner', admin: 'Make admin', member: 'Make member' },
  roleChanged:
    '{name} is now {role, select, owner {an owner} admin {an admin} other {a member}} and has to sign in again.',
  remove: 'Remove…',
  removeTitle: 'Remove {name}?',
  removeText: 'They’re signed out right away and lose access to the workspace. Everything they wrote will be kept.',
  removeConfirm: 'Remove from team',
  removed: '{name} has been removed from the team.',
  leave: 'Leave workspace',
  onlyOwnersChange: 'Only owners can change or remove an owner.',
  lastOwner: 'You’re the only owner, so you can’t leave or be removed. Make someone else an owner first.',
})
