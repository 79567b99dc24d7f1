import { loaderFor } from '#server/console/handlers.ts'
import { linkableRequests } from '../linkable-requests.ts'

/** Requests that an entry can be linked to, for the editor's search. */
export const loader = loaderFor.member(async ({ scope, url, deps }) => ({
  picks: await linkableRequests(scope, url.searchParams.get('search') ?? '', deps.secretKey),
}))
