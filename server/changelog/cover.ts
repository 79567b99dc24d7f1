import { type RawBuilder, sql } from 'kysely'
import { type Html, html } from '../platform/formats/html.ts'
import type { ProblemDetail } from '../platform/problems.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'

// As in the table. Longer descriptions belong in the text.
export const maxCoverAltLength = 300

/** The image above an entry. The API neither shows nor sets it (docs/adr/0042-files.md). */
export interface CoverInput {
  /** The path of an uploaded image: `/files/{id}/{name}`. */
  url: string
  /** Alternative text; empty if the image is decorative. */
  alt: string
}

export interface Cover extends CoverInput {
  /** In pixels. */
  width: number
  height: number
  bytes: number
  /** The media type. */
  type: string
}

/** Selects the cover of the entry `e`; null without one. */
export const selectCover: RawBuilder<Cover | null> = sql`(
  select json_build_object('url', c.url, 'alt', c.alt, 'width', f.width, 'height', f.height, 'bytes', f.bytes,
    'type', f.content_type)
  from changelog_covers c
  join files f on f.workspace_id = c.workspace_id and f.id = substring(c.url from 8 for 36)::uuid
  where c.workspace_id = e.workspace_id and c.entry_id = e.id)`

/** Loads the cover of an entry. */
export async function findCover({ db, workspaceId }: Scope, entryId: string): Promise<Cover | null> {
  const { rows } = await sql<{ cover: Cover | null }>`
    select ${selectCover} as cover from changelog_entries e
    where e.workspace_id = ${workspaceId} and e.id = ${entryId}`.execute(db)
  return rows[0]?.cover ?? null
}

const urlPattern = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([A-Za-z0-9._-]{1,100})$/
const idOf = (cover: CoverInput | null): string | null => (cover && urlPattern.exec(cover.url)?.[1]) ?? null

/** Checks that a cover is an uploaded image of the workspace, and keeps the image from being deleted meanwhile. */
export async function validateCover(tx: WriteScope, cover: CoverInput | null): Promise<ProblemDetail[]> {
  if (cover === null) return []
  const [, id, name] = urlPattern.exec(cover.url) ?? []
  const file =
    id &&
    (await tx.db
      .selectFrom('files')
      .select('id')
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .where('name', '=', name!)
      .where('width', 'is not', null)
      .forKeyShare()
      .executeTakeFirst())
  return file ? [] : [{ path: '/coverUrl', message: 'must be an uploaded image', code: 'gone' }]
}

/** Sets or removes the cover of an entry. */
export function replaceCover(tx: WriteScope, entryId: string, cover: CoverInput | null): void {
  if (cover === null) {
    const { db, workspaceId } = tx
    tx.defer(
      db
        .deleteFrom('changelog_covers')
        .where('workspace_id', '=', workspaceId)
        .where('entry_id', '=', entryId)
        .execute(),
    )
    return
  }
  const { url, alt } = cover
  tx.defer(
    tx.db
      .insertInto('changelog_covers')
      .values({ workspace_id: tx.workspaceId, entry_id: entryId, url, alt })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'entry_id']).doUpdateSet({ url, alt }))
      .execute(),
  )
}

/** Describes a change of cover for the audit log, without the file's name, which may contain personal data. */
export function describeCoverChange(
  before: CoverInput | null,
  after: CoverInput | null,
): Record<string, [unknown, unknown]> {
  return {
    ...(before?.url !== after?.url && { cover: [idOf(before), idOf(after)] }),
    ...(before?.alt !== after?.alt && { coverAltLength: [altLengthOf(before), altLengthOf(after)] }),
  }
}

const altLengthOf = (cover: CoverInput | null): number | null => cover && [...cover.alt].length

/** Renders a cover. @param base what precedes `/files/…` on the surface */
export const coverImage = (base: string, { url, alt, width, height }: Cover): Html =>
  html`<img src="${base}${url}" alt="${alt}" width="${width}" height="${height}">`

/** Puts the cover before the rendered text of an entry, where both are shown as one. */
export const withCover = (markup: string, cover: Cover | null, base: string): string =>
  cover === null ? markup : `${html`<p>${coverImage(base, cover)}</p>\n`.text}${markup}`
