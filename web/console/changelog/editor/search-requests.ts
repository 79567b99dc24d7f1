import { loaderFor } from '#server/console/handlers.ts'
import { findLinkableRequests } from '../linkable-requests.ts'

/** Finds requests that an entry can link to, for the editor’s search. */
export const loader = loaderFor.member(async ({ scope, url, deps }) => ({
  picks: await findLinkableRequests(scope, url.searchParams.get('search') ?? '', deps.secretKey),
}))
