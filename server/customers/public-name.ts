// Decides which names of customers other people may see (ADR 0027). The portal, mail to other customers, and everything
// else outside of the team's own pages select names with `selectPublicName`.
//
// A name is public if its owner chose it, on the portal or in the product that signs them in. Names from the API,
// imports and the team stay private, unless the workspace shows given names too.

import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../platform/scope.ts'
import { displayName } from './names.ts'

/** Where a customer's name came from: `customers.name_source`. */
export type NameSource = 'self' | 'token' | 'team' | 'import' | 'api'

const ownSources: NameSource[] = ['self', 'token']

/** Returns whether the owner of a name chose it. */
export const isOwnName = (source: NameSource): boolean => ownSources.includes(source)

/**
 * Selects the public name of a customer, or null for a customer without one.
 * @param customer the alias of `customers` in the statement, which may be an outer join.
 */
export const selectPublicName = (
  customer: string,
  workspaceId: string | RawBuilder<string>,
): RawBuilder<string | null> =>
  sql<
    string | null
  >`case when ${sql.ref(`${customer}.name_source`)} in (${sql.join(ownSources.map((source) => sql.lit(source)))})
    or (select p.portal_shows_given_names from workspaces p where p.workspace_id = ${workspaceId})
    then ${sql.ref(`${customer}.name`)} end`

/** A customer as other people see them. */
export interface PublicPerson {
  /** Null if the customer has no public name. */
  name: string | null
  /** Whether the viewer is this customer. False for everyone on pages that signed-out visitors share. */
  isViewer: boolean
}

/** Returns a person with their name as pages show it. */
export const presentPerson = ({ name, isViewer }: PublicPerson): PublicPerson => ({ name: displayName(name), isViewer })

const sourceByActor: Record<Actor['type'], NameSource> = {
  key: 'api',
  app: 'api',
  member: 'team',
  system: 'import',
  customer: 'self',
}

/** Returns the source of a name that an actor gives to a customer. */
export const nameSourceOf = ({ type }: Actor): NameSource => sourceByActor[type]
