import { type RawBuilder, sql } from 'kysely'
import { type PublicPerson, presentPerson, selectPublicName } from '../../customers/public-name.ts'

/** The submitter of a request as other people see them. */
export type RequestAuthor = PublicPerson

/**
 * Selects the submitter of a request as other people may see them; null for a request without a submitter. Never
 * selects the submitter's id or address.
 * @param feedbackId the column with the request's id. @param viewerId the viewer; null when signed out.
 */
export const selectAuthor = (
  feedbackId: string,
  workspaceId: string,
  viewerId: string | null,
): RawBuilder<PublicPerson | null> =>
  sql<PublicPerson | null>`(select json_build_object('name', ${selectPublicName('u', workspaceId)},
      'isViewer', ${viewerId === null ? sql`false` : sql`u.id = ${viewerId}`})
    from feedback_context x join customers u on u.workspace_id = x.workspace_id and u.id = x.customer_id
    where x.workspace_id = ${workspaceId} and x.feedback_id = ${sql.ref(feedbackId)})`

/** Returns the row with its author as pages show them. */
export const withDisplayAuthor = <T extends { author: PublicPerson | null }>(row: T): T => ({
  ...row,
  author: row.author && presentPerson(row.author),
})
