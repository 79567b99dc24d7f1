import { listHistory } from '#server/audit/history.ts'
import { listBoardChoices } from '#server/boards/choices.ts'
import { previewEntry } from '#server/changelog/console/preview.ts'
import { findCover } from '#server/changelog/cover.ts'
import { changelogCan } from '#server/changelog/permissions.ts'
import { getInitialPlan } from '#server/changelog/publishing/plan.ts'
import { toLocalTimes } from '#server/changelog/publishing/time-zones.ts'
import type { Entry } from '#server/changelog/schema.ts'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import type { MemberContext } from '#server/console/page-context.ts'
import { getNotificationDefaults } from '#server/notifications/preferences/workspace-defaults.ts'
import { countAnnouncementRecipients } from '#server/notifications/recipients/announcement-recipients.ts'
import { tagsCan } from '#server/tags/permissions.ts'
import { listTagsWithUsage } from '#server/tags/usage.ts'
import { getWorkspaceSettings } from '#server/workspaces/settings.ts'
import { findLinkableRequests, withVisibility } from '../linkable-requests.ts'

type EditableEntry = Pick<
  Entry,
  | 'state'
  | 'title'
  | 'body'
  | 'versionLabel'
  | 'tagIds'
  | 'linkedFeedback'
  | 'reactionsEnabled'
  | 'commentsEnabled'
  | 'scheduledPublishAt'
  | 'scheduledTimezone'
  | 'updatedAt'
> & { id: string | null; reactions: Entry['reactions']; comments: number }

/** The initial values of a new entry. */
export const emptyEntry: EditableEntry = {
  id: null,
  state: 'draft',
  title: '',
  body: '',
  versionLabel: null,
  tagIds: [],
  linkedFeedback: [],
  reactionsEnabled: true,
  commentsEnabled: true,
  scheduledPublishAt: null,
  scheduledTimezone: null,
  updatedAt: '',
  reactions: {},
  comments: 0,
}

/** Loads the data of the editor. */
export async function loadEditorData({ scope, home, zone, deps, membership }: MemberContext, entry: EditableEntry) {
  const [tags, linked, suggestions, audience, settings, savedBy, boards, defaults, plan, cover] = await Promise.all([
    listTagsWithUsage(scope),
    withVisibility(scope, entry.linkedFeedback),
    findLinkableRequests(scope, '', deps.secretKey),
    entry.state === 'draft' ? countAnnouncementRecipients(scope) : null,
    getWorkspaceSettings(scope),
    entry.id === null ? null : lastActor(entry.id),
    entry.state === 'draft' ? listBoardChoices(scope) : [],
    getNotificationDefaults(scope),
    getInitialPlan(scope, entry.id),
    entry.id === null ? null : findCover(scope, entry.id),
  ])
  const scheduleZone = entry.scheduledTimezone ?? settings.timeZone
  const at = entry.scheduledPublishAt
  return {
    entry: { ...entry, linked },
    schedule: { local: at === null ? '' : toLocalTimes(at, [scheduleZone])[0]!.local, zone: scheduleZone },
    zones: [...new Set([scheduleZone, settings.timeZone, zone, 'UTC'])],
    cover,
    html: previewEntry(entry.body, `/console${home}`),
    tags: tags.map(({ id, name, color }) => ({ id, name, color })),
    suggestions: suggestions.map(({ request }) => request),
    recipients: audience?.recipients ?? 0,
    /** The publication plan of a scheduled entry, or the default plan. */
    plan,
    boards: boards.map(({ id, name }) => ({ id, name })),
    notifiesStages: defaults.notifiesStages,
    sendsMail: deps.settings.smtpUrl !== null,
    savedBy,
    home,
    name: membership.name,
    can: { ...changelogCan(scope.actor), createTags: tagsCan(scope.actor).manage },
  }

  async function lastActor(id: string): Promise<string | null> {
    const { data } = await listHistory(scope, [id], { limit: 1 }, getCursorSigner(deps))
    return data[0]?.actor.name ?? null
  }
}

export type EditorData = Awaited<ReturnType<typeof loadEditorData>>
