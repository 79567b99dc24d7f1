import { audienceOf } from '#server/notifications/recipients/announcement-recipients.ts'
import { historyOf } from '#server/audit/history.ts'
import { changelogCan } from '#server/changelog/permissions.ts'
import { previewEntry } from '#server/changelog/console/preview.ts'
import type { Entry } from '#server/changelog/schema.ts'
import { wallTimes } from '#server/changelog/publishing/time-zones.ts'
import { cursorSigner } from '#server/console/cursor-signer.ts'
import type { MemberVisit } from '#server/console/page-context.ts'
import { tagsCan } from '#server/tags/permissions.ts'
import { tagsWithUses } from '#server/tags/usage.ts'
import { workspaceSettings } from '#server/workspaces/settings.ts'
import { linkableRequests, withVisibility } from '../linkable-requests.ts'

type Edited = Pick<
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

/** What a new entry begins with. */
export const blank: Edited = {
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

/** All that the editor shows. */
export async function editorData({ scope, home, zone, deps, membership }: MemberVisit, entry: Edited) {
  const [tags, linked, suggestions, audience, settings, savedBy] = await Promise.all([
    tagsWithUses(scope),
    withVisibility(scope, entry.linkedFeedback),
    linkableRequests(scope, '', deps.secretKey),
    entry.state === 'draft' ? audienceOf(scope) : null,
    workspaceSettings(scope),
    entry.id === null ? null : lastActor(entry.id),
  ])
  const scheduleZone = entry.scheduledTimezone ?? settings.timeZone
  const at = entry.scheduledPublishAt
  return {
    entry: { ...entry, linked },
    schedule: { local: at === null ? '' : wallTimes(at, [scheduleZone])[0]!.local, zone: scheduleZone },
    zones: [...new Set([scheduleZone, settings.timeZone, zone, 'UTC'])],
    html: previewEntry(entry.body),
    tags: tags.map(({ id, name, color }) => ({ id, name, color })),
    suggestions: suggestions.map(({ request }) => request),
    mailed: audience?.mailed ?? 0,
    sendsMail: deps.settings.smtpUrl !== null,
    savedBy,
    home,
    name: membership.name,
    can: { ...changelogCan(scope.actor), makeTags: tagsCan(scope.actor).manage },
  }

  async function lastActor(id: string): Promise<string | null> {
    const { data } = await historyOf(scope, [id], { limit: 1 }, cursorSigner(deps))
    return data[0]?.actor.name ?? null
  }
}

export type EditorData = Awaited<ReturnType<typeof editorData>>
