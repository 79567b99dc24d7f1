import { sql } from 'kysely'
import { createApiKey } from '../../api-keys/create.ts'
import { listApiKeys } from '../../api-keys/queries.ts'
import { revokeApiKey } from '../../api-keys/revoke.ts'
import { rotateApiKey } from '../../api-keys/rotate.ts'
import { listAuditActors } from '../../audit/actors.ts'
import { listAuditEvents } from '../../audit/list.ts'
import { createBoard } from '../../boards/create.ts'
import { deleteBoard } from '../../boards/delete.ts'
import { reorderBoards } from '../../boards/reorder.ts'
import { updateBoard } from '../../boards/update.ts'
import { duplicateEntry } from '../../changelog/console/duplicate.ts'
import { publishUnchangedEntry } from '../../changelog/console/publish.ts'
import { createEntry } from '../../changelog/create.ts'
import { deleteEntry } from '../../changelog/delete.ts'
import { cancelEmail } from '../../changelog/publishing/cancel-email.ts'
import { completeLinked } from '../../changelog/publishing/complete-linked.ts'
import { publishEntry } from '../../changelog/publishing/publish.ts'
import { updateEntry } from '../../changelog/update.ts'
import { createComment } from '../../comments/create.ts'
import { deleteComment } from '../../comments/delete.ts'
import { editComment } from '../../comments/edit.ts'
import { reviewComment, undoCommentReviews } from '../../comments/review/decide.ts'
import { blockCustomer, unblockCustomer } from '../../customers/blocking/block.ts'
import { removeCustomers } from '../../customers/bulk-removal/remove.ts'
import { upsertCompany } from '../../customers/companies/upsert.ts'
import { createCustomer } from '../../customers/create.ts'
import { deleteCustomer, deleteCustomerIf, removeCustomerContent } from '../../customers/deletion/delete.ts'
import { updateCustomer } from '../../customers/update.ts'
import { upsertCustomer } from '../../customers/upsert.ts'
import { reviewEdit, undoEditReviews } from '../../edits/review/decide.ts'
import { exportRequests, recordRequestExport } from '../../feedback/console/export.ts'
import { deleteFeedback } from '../../feedback/delete.ts'
import { setStages } from '../../feedback/lifecycle/set-stage.ts'
import { setStatuses } from '../../feedback/lifecycle/set-status.ts'
import { undoStageChanges } from '../../feedback/lifecycle/undo-stage-changes.ts'
import { mergeFeedback } from '../../feedback/merge/merge.ts'
import { mergeSeveral } from '../../feedback/merge/merge-several.ts'
import { undoMerges } from '../../feedback/merge/undo-merges.ts'
import { unmergeFeedback } from '../../feedback/merge/unmerge.ts'
import { moveToBoard } from '../../feedback/organize/move-to-board.ts'
import { setOwner } from '../../feedback/organize/set-owner.ts'
import { addTags, removeTags, setTags } from '../../feedback/organize/set-tags.ts'
import { undoOrganizing } from '../../feedback/organize/undo.ts'
import { updateFeedback } from '../../feedback/update.ts'
import { announceFile, assertMayUpload, createFile } from '../../files/create.ts'
import { markAllRead, markRead, markReview, markUnread } from '../../inbox/mark.ts'
import { searchMentionable } from '../../inbox/mentions/queries.ts'
import { listInbox } from '../../inbox/queries.ts'
import { getReviewItem } from '../../inbox/review.ts'
import { getInboxSettings, stopMail, updateInboxSettings } from '../../inbox/settings.ts'
import { inviteMember, resendInvitation, revokeInvitation } from '../../members/invitations.ts'
import { changeRole, leaveWorkspace, removeMember } from '../../members/membership.ts'
import { listInvitations, listMembers } from '../../members/queries.ts'
import { getMailHealth } from '../../notifications/deliveries/health.ts'
import { resumeStoppedMail } from '../../notifications/preferences/resume-bounced-mail.ts'
import { setCustomerMail } from '../../notifications/preferences/set-customer-mail.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import { signEveryoneOut } from '../../portal/settings/sign-everyone-out.ts'
import { createSsoSecret, listSsoSecrets, revealSsoSecret, revokeSsoSecret } from '../../portal/settings/sso-secrets.ts'
import { updatePortal } from '../../portal/settings/update.ts'
import { renewWidgetToken } from '../../portal/settings/widget-token.ts'
import { dismissReports, removeReported, undoDismissals } from '../../reports/decide.ts'
import { clearExpiredContext } from '../../retention/clear-context.ts'
import { updateRetention } from '../../retention/settings.ts'
import { deleteRoadmapItem } from '../../roadmap/delete.ts'
import { moveRoadmapItem } from '../../roadmap/order/move.ts'
import { promoteFeedback } from '../../roadmap/promote.ts'
import { setRoadmapStatus } from '../../roadmap/set-status.ts'
import { createSavedView } from '../../saved-views/create.ts'
import { deleteSavedView } from '../../saved-views/delete.ts'
import { listSavedViews, lockSavedView } from '../../saved-views/queries.ts'
import { updateSavedView } from '../../saved-views/update.ts'
import { createTag } from '../../tags/create.ts'
import { deleteTag } from '../../tags/delete.ts'
import { findOrCreateTags } from '../../tags/find-or-create.ts'
import { updateTag } from '../../tags/update.ts'
import { configureTracker } from '../../tracker/connection/settings.ts'
import { addVote, removeVote, setVote } from '../../votes/on-behalf.ts'
import { chooseDigest, getDigestChoice, updateWeeklyDigest } from '../../weekly-digest/settings.ts'
import { createWorkspace } from '../../workspaces/create.ts'
import { updateMailSender } from '../../workspaces/mail-sender.ts'
import { requireSettingsAccess } from '../../workspaces/settings.ts'
import { setSetupStepsSkipped } from '../../workspaces/setup-checklist.ts'
import { sendWorkspaceTestMail } from '../../workspaces/test-mail.ts'
import { updateWorkspace } from '../../workspaces/update.ts'
import { defaultCaps, testSecretKey } from '../test-app.ts'
import { appProbes } from './app-probes.ts'
import { exportProbes } from './export-probes.ts'
import { importProbes } from './import-probes.ts'
import { type AllowedActor, administrators, owners, type PermissionProbe, team } from './permission-probe.ts'
import { webhookProbes } from './webhook-probes.ts'

const signer = new Signer(testSecretKey, 'permission probes')
const vault = new Vault(testSecretKey)
const storageLimits = { free: null, starter: null, growth: null }
const caps = { free: null, starter: null, growth: null }
const submitter = { email: 'ada@example.com' }
const invitee = { email: 'new@example.com', role: 'member' } as const
const publicUrl = 'http://heed.test'
// The address is invalid, so the mail is rejected before any server is contacted.
const mailSettings = {} as Parameters<typeof sendWorkspaceTestMail>[1]

/** Every permission, who has it, and the verbs that require it. The key is `object.member`. */
export const permissionProbes: Record<string, PermissionProbe> = {
  'apiKeysCan.see': { allowed: administrators, verbs: { listApiKeys: (tx) => listApiKeys(tx) } },
  'apiKeysCan.create': {
    allowed: administrators,
    verbs: { createApiKey: (tx) => createApiKey(tx, { name: 'x', scopes: ['feedback:read'] }) },
  },
  'apiKeysCan.rotate': {
    allowed: administrators,
    verbs: { rotateApiKey: (tx, id) => rotateApiKey(tx, id, { overlapMinutes: 0 }) },
  },
  'apiKeysCan.revoke': { allowed: administrators, verbs: { revokeApiKey } },
  'auditCan.see': {
    allowed: administrators,
    verbs: { listAuditActors, listAuditEvents: (tx) => listAuditEvents(tx, {}, signer) },
  },
  'boardsCan.manage': {
    allowed: administrators,
    verbs: {
      createBoard: (tx) => createBoard(tx, { name: 'Ideas', slug: 'ideas' }),
      updateBoard: (tx, id) => updateBoard(tx, id, { name: 'Ideas' }),
      reorderBoards: (tx, id) => reorderBoards(tx, [id]),
      deleteBoard,
    },
  },
  'changelogCan.write': {
    allowed: team,
    verbs: {
      createEntry: (tx) => createEntry(tx, { title: 'x' }),
      updateEntry: (tx, id) => updateEntry(tx, id, { title: 'x' }),
      duplicateEntry,
    },
  },
  'changelogCan.publish': {
    allowed: team,
    verbs: {
      publishEntry,
      cancelEmail,
      publishUnchangedEntry: (tx, id) => publishUnchangedEntry(tx, { id, updatedAt: null }),
      completeLinked: (tx, id) => completeLinked(tx, id, { notify: true, note: null }),
    },
  },
  'changelogCan.delete': { allowed: team, verbs: { deleteEntry } },
  'commentsCan.reply': {
    allowed: team,
    verbs: {
      createComment: (tx, id) => createComment(tx, { of: 'feedback_id', id }, { body: 'x', kind: 'staff_reply' }, caps),
      editComment: (tx, id) => editComment(tx, id, { body: 'x', version: '' }),
    },
  },
  'commentsCan.delete': { allowed: team, verbs: { deleteComment } },
  'commentsCan.review': {
    allowed: team,
    verbs: {
      reviewComment: (tx, id) => reviewComment(tx, id, 'approved'),
      undoCommentReviews: (tx, id) => undoCommentReviews(tx, id),
    },
  },
  'customersCan.edit': {
    allowed: team,
    verbs: {
      createCustomer: (tx) => createCustomer(tx, submitter, caps),
      updateCustomer: (tx, id) => updateCustomer(tx, id, { name: 'Ada' }, defaultCaps),
      upsertCustomer: (tx) => upsertCustomer(tx, submitter, caps),
      upsertCompany: (tx) => upsertCompany(tx, { externalId: 'acme', name: 'Acme' }),
      setCustomerMail: (tx, id) => setCustomerMail(tx, id, 'resume'),
    },
  },
  'customersCan.delete': {
    allowed: administrators,
    verbs: {
      deleteCustomer: (tx, id) => deleteCustomer(tx, id),
      deleteCustomerIf: (tx, id) => deleteCustomerIf(tx, id, sql`true`),
      removeCustomerContent,
      removeCustomers: (tx, id) => removeCustomers(tx, [id]),
    },
  },
  'customersCan.block': { allowed: team, verbs: { blockCustomer, unblockCustomer } },
  'editsCan.review': {
    allowed: team,
    verbs: { reviewEdit: (tx, id) => reviewEdit(tx, id, 'approved', null), undoEditReviews },
  },
  'reportsCan.decide': { allowed: team, verbs: { dismissReports, removeReported, undoDismissals } },
  'feedbackCan.triage': {
    allowed: team,
    verbs: {
      setStages: (tx, id) => setStages(tx, [id], 'planned'),
      setStatuses: (tx, id) => setStatuses(tx, [id], 'approved'),
      undoStageChanges: (tx, id) => undoStageChanges(tx, id),
    },
  },
  'feedbackCan.edit': { allowed: team, verbs: { updateFeedback: (tx, id) => updateFeedback(tx, id, { title: 'x' }) } },
  'feedbackCan.organize': {
    allowed: team,
    verbs: {
      setOwner: (tx, id) => setOwner(tx, [id], null),
      moveToBoard: (tx, id) => moveToBoard(tx, [id], id),
      setTags: (tx, id) => setTags(tx, [id], []),
      addTags: (tx, id) => addTags(tx, [id], []),
      removeTags: (tx, id) => removeTags(tx, [id], []),
      undoOrganizing,
    },
  },
  'feedbackCan.promote': {
    allowed: team,
    verbs: { promoteFeedback: (tx, id) => promoteFeedback(tx, id, { status: 'planned' }) },
  },
  'feedbackCan.actOnBehalf': {
    allowed: team,
    verbs: {
      addVote: (tx, id) => addVote(tx, id, submitter, caps),
      removeVote: (tx, id) => removeVote(tx, id, id),
      setVote: (tx, id) => setVote(tx, { feedbackId: id, customerId: id, isVoted: true }, caps),
    },
  },
  'feedbackCan.merge': {
    allowed: team,
    verbs: {
      mergeFeedback: (tx, id) => mergeFeedback(tx, id, id),
      mergeSeveral: (tx, id) => mergeSeveral(tx, [id], id),
      unmergeFeedback,
      undoMerges: (tx, id) => undoMerges(tx, id),
    },
  },
  'feedbackCan.export': {
    allowed: administrators,
    verbs: { recordRequestExport, exportRequests: (tx) => exportRequests(tx, {}, signer).next() },
  },
  'feedbackCan.delete': { allowed: administrators, verbs: { deleteFeedback } },
  'inboxCan.use': {
    allowed: ['owner', 'admin', 'member'],
    verbs: {
      listInbox: (tx) => listInbox(tx, { isUnreadOnly: false }, signer),
      getReviewItem,
      searchMentionable: (tx) => searchMentionable(tx, ''),
      markRead: (tx, id) => markRead(tx, { of: 'feedback_id', id }),
      markUnread: (tx, id) => markUnread(tx, { of: 'feedback_id', id }),
      markAllRead: (tx) => markAllRead(tx, tx.now),
      markReview: (tx) => markReview(tx, null),
      getInboxSettings,
      updateInboxSettings: (tx) =>
        updateInboxSettings(tx, {
          ...{ assigned: 'off', mentions: 'off', replies: 'off', review: 'off' },
          showsReview: false,
        }),
      stopMail: (tx) => stopMail(tx, ['assigned']),
    },
  },
  'membersCan.see': { allowed: administrators, verbs: { listMembers, listInvitations } },
  'membersCan.invite': {
    allowed: administrators,
    verbs: { resendInvitation: (tx, id) => resendInvitation(tx, id, publicUrl), revokeInvitation },
  },
  'membersCan.remove': { allowed: administrators, verbs: { removeMember } },
  'digestCan.choose': {
    allowed: ['owner', 'admin', 'member'],
    verbs: { chooseDigest: (tx) => chooseDigest(tx, true), getDigestChoice },
  },
  'membersCan.leave': { allowed: ['owner', 'admin', 'member'], verbs: { leaveWorkspace } },
  'membersCan.assign member': {
    allowed: administrators,
    verbs: {
      inviteMember: (tx) => inviteMember(tx, invitee, publicUrl),
      changeRole: (tx, id) => changeRole(tx, id, 'member'),
    },
  },
  'membersCan.assign admin': {
    allowed: administrators,
    verbs: {
      inviteMember: (tx) => inviteMember(tx, { ...invitee, role: 'admin' }, publicUrl),
      changeRole: (tx, id) => changeRole(tx, id, 'admin'),
    },
  },
  'membersCan.assign owner': {
    allowed: owners,
    verbs: {
      inviteMember: (tx) => inviteMember(tx, { ...invitee, role: 'owner' }, publicUrl),
      changeRole: (tx, id) => changeRole(tx, id, 'owner'),
    },
  },
  'portalCan.signEveryoneOut': { allowed: administrators, verbs: { signEveryoneOut: (tx) => signEveryoneOut(tx) } },
  'portalCan.update': {
    allowed: administrators,
    verbs: { updatePortal: (tx) => updatePortal(tx, { access: 'private' }, { publicUrl }) },
  },
  'portalCan.manageSecrets': {
    allowed: administrators,
    verbs: {
      listSsoSecrets,
      createSsoSecret: (tx) => createSsoSecret(tx, vault),
      revealSsoSecret: (tx, id) => revealSsoSecret(tx, vault, id),
      revokeSsoSecret,
    },
  },
  'portalCan.renewWidgetToken': { allowed: administrators, verbs: { renewWidgetToken } },
  'roadmapCan.plan': {
    allowed: team,
    verbs: {
      moveRoadmapItem: (tx, id) => moveRoadmapItem(tx, id, { status: 'planned' } as never),
      setRoadmapStatus: (tx, id) => setRoadmapStatus(tx, id, 'planned'),
    },
  },
  'roadmapCan.delete': { allowed: team, verbs: { deleteRoadmapItem } },
  'savedViewsCan.use': {
    allowed: ['owner', 'admin', 'member'],
    verbs: {
      listSavedViews,
      lockSavedView,
      createSavedView: (tx) => createSavedView(tx, { name: 'x', query: '', isShared: true }),
      updateSavedView: (tx, id) => updateSavedView(tx, id, { name: 'x' }),
      deleteSavedView,
    },
  },
  'savedViewsCan.changeShared': { allowed: ['owner', 'admin'], verbs: {} },
  'tagsCan.manage': {
    allowed: administrators,
    verbs: {
      createTag: (tx) => createTag(tx, { name: 'x', color: '#22aa55' }),
      updateTag: (tx, id) => updateTag(tx, id, { name: 'x' }),
      deleteTag,
    },
  },
  'trackerCan.configure': {
    allowed: administrators,
    verbs: { configureTracker: (tx) => configureTracker(tx, { sendsContext: true } as never) },
  },
  'workspaceCan.seeSettings': {
    allowed: administrators,
    verbs: { requireSettingsAccess, getMailHealth },
  },
  'workspaceCan.create': {
    allowed: ['system'],
    verbs: { createWorkspace: (tx, id) => createWorkspace(tx, { name: 'x', slug: `w${id}` }) },
  },
  'workspaceCan.update': {
    allowed: administrators,
    verbs: {
      updateWorkspace: (tx) => updateWorkspace(tx, { name: 'x' }),
      updateMailSender: (tx) => updateMailSender(tx, { senderName: 'x' }),
      updateWeeklyDigest: (tx) => updateWeeklyDigest(tx, false),
      setSetupStepsSkipped: (tx) => setSetupStepsSkipped(tx, ['tracker'], true),
    },
  },
  'retentionCan.update': {
    allowed: administrators,
    verbs: {
      updateRetention: (tx) => updateRetention(tx, { inactiveMonths: 12, visitorDays: null, contextMonths: null }),
    },
  },
  'retentionCan.apply': {
    allowed: ['system'],
    verbs: { clearExpiredContext: (tx) => clearExpiredContext(tx, 12) },
  },
  'workspaceCan.sendTestMail': {
    allowed: administrators,
    verbs: { sendWorkspaceTestMail: (tx) => sendWorkspaceTestMail(tx, mailSettings, 'not an address') },
  },
  ...appProbes,
  ...importProbes,
  ...exportProbes,
  ...webhookProbes,
  'filesCan.upload': {
    allowed: [...team, 'customer'],
    verbs: {
      assertMayUpload: (tx) => assertMayUpload(tx, storageLimits),
      announceFile: (tx, id) => announceFile(tx, id, tx.now),
      createFile: (tx, id) =>
        createFile(
          tx,
          id,
          { name: 'a.png', type: 'image/png', bytes: 1, width: 1, height: 1, key: null },
          storageLimits,
        ),
    },
  },
  'tagsCan.use': { allowed: team, verbs: { findOrCreateTags: (tx) => findOrCreateTags(tx, []) } },
  'workspaceCan.resumeMail': { allowed: administrators, verbs: { resumeStoppedMail } },
}

/** Permissions whose verbs call a tracker, and who has them. server/tracker/permissions.test.ts probes the verbs. */
export const trackerPermissions: Record<string, readonly AllowedActor[]> = {
  'feedbackCan.send': team,
  'trackerCan.connect': administrators,
  'trackerCan.disconnect': administrators,
  'trackerCan.seeSettings': administrators,
}
