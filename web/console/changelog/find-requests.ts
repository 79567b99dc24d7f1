import { loads } from '#server/console/page.ts'
import { linkableRequests } from './linkable.ts'

/** Requests that an entry can be linked to, for the editor's search. */
export const loader = loads.member(async ({ scope, url, deps }) => ({
  picks: await linkableRequests(scope, url.searchParams.get('search') ?? '', deps.secretKey),
}))
