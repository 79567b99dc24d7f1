import type { Kysely } from 'kysely'
import { markdownToLine } from '../../platform/formats/markdown.ts'
import { cleanLine } from '../../platform/formats/visible-text.ts'
import type { Tables } from '../../tables.ts'
import { type ChannelKind, testKind } from './kinds.ts'
import { loadSubject, type MessageSource, type Subject, type SubjectRow } from './load-subject.ts'
import type { ChannelMessage } from './message.ts'
import { channelTexts as texts } from './messages.ts'

const maxExcerpt = 300

/**
 * Composes the message of a delivery from what exists now. Returns null if there is nothing to report any more: what it
 * was about has been deleted, erased or taken back, or the review has been decided. Never contains private context, team
 * notes, email addresses or the name of a reporter.
 */
export async function composeMessage(
  db: Kysely<Tables>,
  publicUrl: string,
  source: MessageSource,
): Promise<ChannelMessage | null> {
  const row = await loadSubject(db, source)
  if (row === undefined) return null
  const kind = source.eventType as ChannelKind | typeof testKind
  const home = `${publicUrl}/console/w/${row.slug}`
  if (kind === testKind) return composeTest(row, home)
  if (source.eventCount > 1) return summarize(kind, row, source.eventCount, home)
  return row.subject === null ? null : describe(kind, row, row.subject, home)
}

function composeTest({ channel, workspace }: SubjectRow, home: string): ChannelMessage {
  return {
    headline: texts.headlines.test,
    title: texts.testTitle,
    excerpt: texts.test({ name: cleanLine(channel), workspace: cleanLine(workspace) }),
    details: [],
    link: { label: texts.open.settings, url: `${home}/settings/channels` },
  }
}

/** Describes a subject as a message. @param home the URL of the workspace in the console */
export function describe(
  kind: ChannelKind,
  { stageTo, actor }: Pick<SubjectRow, 'stageTo' | 'actor'>,
  subject: Subject,
  home: string,
): ChannelMessage {
  const { title, body = null } = subject
  return {
    headline: headlineOf(kind, subject, stageTo),
    title: cleanLine(title),
    excerpt: kind === 'tracker.failed' ? texts.trackerText : body === null ? null : excerptOf(body),
    details: detailsOf(kind, subject, actor).map(cleanLine),
    link: linkOf(subject, home),
  }
}

function headlineOf(kind: ChannelKind, subject: Subject, stageTo: SubjectRow['stageTo']): string {
  const { headlines, stages, reasons, trackers } = texts
  switch (kind) {
    case 'request.stage_changed':
      return headlines[kind]({ stage: stageTo ? stages[stageTo] : '' })
    case 'request.milestone':
      return headlines[kind]({ votes: subject.milestone ?? 0 })
    case 'report.created':
      return headlines[kind]({ kind: subject.reported ?? 'request', reason: reasons[subject.reason ?? 'other'] })
    case 'tracker.failed':
      return headlines[kind]({ tracker: trackers[subject.tracker ?? 'linear'] })
    default:
      return headlines[kind]
  }
}

function detailsOf(kind: ChannelKind, subject: Subject, actor: string | null): string[] {
  const { board = null, author = null, votes = null, version = null } = subject
  const by = kind === 'request.stage_changed' || kind === 'changelog.published' ? actor : author
  return [
    ...(board === null ? [] : [board]),
    ...(version === null ? [] : [texts.version({ version })]),
    ...(by === null ? [] : [texts.by({ name: by })]),
    // The headline of a milestone is the number of votes.
    ...(votes === null || kind === 'request.milestone' ? [] : [texts.votes({ count: votes })]),
  ]
}

function linkOf({ area, id }: Subject, home: string): ChannelMessage['link'] {
  switch (area) {
    case 'requests':
      return { label: texts.open.request, url: `${home}/requests/${id}` }
    case 'changelog':
      return { label: texts.open.entry, url: `${home}/changelog/${id}` }
    case 'review':
      return { label: texts.open.review, url: `${home}/requests/review` }
    case 'tracker':
      return { label: texts.open.tracker, url: `${home}/settings/tracker` }
  }
}

/** Reports many events at once by their number, without titles. */
function summarize(kind: ChannelKind, { stageTo }: SubjectRow, count: number, home: string): ChannelMessage {
  const stage = stageTo === null ? '' : texts.stages[stageTo]
  const links: Record<ChannelKind, ChannelMessage['link']> = {
    'request.created': { label: texts.open.requests, url: `${home}/requests` },
    'request.pending': { label: texts.open.review, url: `${home}/requests/review` },
    'comment.pending': { label: texts.open.review, url: `${home}/requests/review` },
    'report.created': { label: texts.open.review, url: `${home}/requests/review` },
    'request.milestone': { label: texts.open.requests, url: `${home}/requests?sort=votes` },
    'comment.created': { label: texts.open.requests, url: `${home}/requests` },
    'reply.created': { label: texts.open.requests, url: `${home}/requests` },
    'request.stage_changed': { label: texts.open.requests, url: `${home}/requests?stage=${stageTo ?? ''}` },
    'changelog.published': { label: texts.open.changelog, url: `${home}/changelog` },
    'tracker.failed': { label: texts.open.tracker, url: `${home}/settings/tracker` },
  }
  return {
    headline: texts.summaries[kind]({ count, stage }),
    title: null,
    excerpt: null,
    details: [],
    link: links[kind],
  }
}

/** Returns the beginning of a Markdown text as one line without markup. */
function excerptOf(markdown: string): string | null {
  const text = cleanLine(markdownToLine(markdown))
  const characters = [...text]
  if (text === '') return null
  return characters.length <= maxExcerpt ? text : `${characters.slice(0, maxExcerpt).join('').trimEnd()}…`
}
