interface UncheckedWriters {
  reason: string
  /** Whether these are steps of verbs that have checked the permission, which no entry point may call. */
  isStep: boolean
  functions: string[]
}

const inFile = (path: string, ...names: string[]): string[] => names.map((name) => `server/${path}: ${name}`)

/** Functions that take a write scope and do not begin with a permission check, with the reason. */
export const uncheckedWriters: UncheckedWriters[] = [
  {
    reason: 'A step of verbs, which have checked the permission.',
    isStep: true,
    functions: [
      ...inFile('accounts/queues.ts', 'enqueueInvitation'),
      ...inFile('api-keys/rotate.ts', 'expireApiKey'),
      ...inFile('audit/record.ts', 'audit'),
      ...inFile('changelog/console/save.ts', 'lockUnchangedEntry'),
      ...inFile('changelog/references.ts', 'replaceReferences'),
      ...inFile('comments/record.ts', 'recordComment'),
      ...inFile('customers/deletion/comments.ts', 'anonymizeComments', 'deleteComments', 'redactAnsweredComments'),
      ...inFile(
        'customers/deletion/erase.ts',
        'deleteVotes',
        'deleteFeedbackContext',
        'deleteReactions',
        'deleteDeliveries',
        'deleteCodes',
        'eraseFromMergeSnapshots',
      ),
      ...inFile('customers/deletion/lock.ts', 'lockForDeletion'),
      ...inFile(
        'customers/deletion/requests.ts',
        'refuseWhileSendingToTracker',
        'unmergeRequestsOfOthers',
        'anonymizeSharedRequests',
        'deleteMergedRequests',
        'deleteRequests',
      ),
      ...inFile(
        'customers/identity/identify.ts',
        'identifyCustomer',
        'upsertTrackedCustomer',
        'insertTrackedCustomer',
        'findTrackedCustomer',
        'upsertVisitor',
        'trackCustomer',
        'insertCustomer',
      ),
      ...inFile('customers/identity/signed-identity.ts', 'upsertSignedCustomer'),
      ...inFile('customers/tracking/track-and-lock.ts', 'trackAndLockCustomer', 'setMissingName'),
      ...inFile('feedback/insert.ts', 'insertFeedback', 'auditCreated'),
      ...inFile('feedback/record-vote.ts', 'recordVote'),
      ...inFile('feedback/lifecycle/apply-stage-updates.ts', 'applyStageUpdate', 'writeStageUpdates'),
      ...inFile('feedback/lifecycle/lock.ts', 'lockFeedbackAndItems', 'lockFeedbackAndItem'),
      ...inFile('feedback/lifecycle/transitions.ts', 'writeTransitions'),
      ...inFile('feedback/lifecycle/sync-roadmap-items.ts', 'syncRoadmapItems'),
      ...inFile('feedback/merge/locks.ts', 'lockSourceAndTarget', 'lockChangelogEntries'),
      ...inFile('feedback/merge/one-to-one-stores.ts', 'itemStore', 'linkStore', 'insertLinks'),
      ...inFile('feedback/merge/restore-rows.ts', 'restoreRow', 'restoreVotes', 'restoreEntryLinks', 'restoreComments'),
      ...inFile('feedback/merge/rows.ts', 'recountVotesAndComments'),
      ...inFile('feedback/merge/stored-row.ts', 'insertStoredRow'),
      ...inFile('feedback/merge/snapshot.ts', 'updateMerges', 'insertMerge', 'deleteMerge'),
      ...inFile('feedback/trend.ts', 'recountTrend'),
      ...inFile('notifications/announcements/announce.ts', 'announce'),
      ...inFile('notifications/events/move-on-merge.ts', 'moveNotificationsOnMerge', 'moveEventsWithComments'),
      ...inFile('notifications/events/record.ts', 'recordStageChanges', 'recordReply'),
      ...inFile('notifications/queues.ts', 'enqueueDelivery'),
      ...inFile('roadmap/create.ts', 'insertRoadmapItem'),
      ...inFile('roadmap/lock.ts', 'lockFeedbackAndItemByItemId'),
      ...inFile('roadmap/order/sort-order.ts', 'sortOrderBeside'),
      ...inFile('roadmap/update.ts', 'writeRoadmapItem'),
      ...inFile('tracker/connection/store.ts', 'lockConnectionChanges', 'storeConnection', 'markDisconnected'),
      ...inFile(
        'tracker/connection/webhook-registration.ts',
        'createWebhook',
        'deleteWebhook',
        'deleteReplacedWebhook',
      ),
      ...inFile(
        'tracker/links.ts',
        'insertLink',
        'reclaimLink',
        'recordAttempt',
        'releaseClaim',
        'deleteUnusedLink',
        'activateLink',
      ),
      ...inFile('tracker/send/send.ts', 'linkIssue'),
      ...inFile('votes/cast.ts', 'castVote', 'withdrawVote'),
      ...inFile('workspaces/owners.ts', 'addOwner', 'addAccountAsOwner'),
    ],
  },
  {
    reason: 'The link, code or token that it redeems is the authorization: nobody is signed in yet.',
    isStep: false,
    functions: [
      ...inFile('accounts/invitations/accept.ts', 'acceptInvitation'),
      ...inFile('accounts/setup/setup.ts', 'redeemSetup'),
      ...inFile('customers/sign-in/code.ts', 'redeemCustomerCode'),
      ...inFile('notifications/preferences/subscription.ts', 'confirmSubscription'),
      ...inFile('portal/auth/sso/sign-in.ts', 'signInWithSsoToken'),
    ],
  },
  {
    reason: 'Anybody can ask for an email to an address: it contains the link or code that authorizes the next step.',
    isStep: false,
    functions: [
      ...inFile('customers/sign-in/queues.ts', 'enqueueCustomerCode'),
      ...inFile('notifications/preferences/subscription.ts', 'requestSubscription'),
    ],
  },
  {
    reason: 'Starts or ends the session of a customer who has just proved who they are, or of the browser that asks.',
    isStep: false,
    functions: inFile(
      'portal/auth/session.ts',
      'createCustomerSession',
      'endSessionByToken',
      'endCustomerSession',
      'endAllCustomerSessions',
      'endUnknownCustomerSessions',
      'endEveryCustomerSession',
      'endSessionsBegunByCode',
      'endSessionsWithSecret',
    ),
  },
  {
    reason: 'Runs in a background job, as the system.',
    isStep: false,
    functions: [
      ...inFile('notifications/recipients/fan-out.ts', 'fanOut'),
      ...inFile('tracker/sync/sync-issue.ts', 'applyIssueUpdate'),
    ],
  },
  {
    reason: 'Part of the HTTP layer: belongs to every operation, which checks its own permission.',
    isStep: false,
    functions: inFile(
      'platform/http/api/idempotency.ts',
      'claimIdempotencyKey',
      'leaseIdempotencyKey',
      'releaseIdempotencyKey',
      'storeResponse',
    ),
  },
  {
    reason: 'Part of `heed demo`, which the operator runs on the command line.',
    isStep: false,
    functions: [
      ...inFile('cli/demo/create-demo.ts', 'createDemo'),
      ...inFile('cli/demo/timeline.ts', 'ensureCustomer'),
      ...inFile('cli/demo/vote-timeline.ts', 'insertEngagement'),
    ],
  },
]
