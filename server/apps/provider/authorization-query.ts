import { type ApiScope, apiScopes } from '../../platform/http/api/scopes.ts'

const known = [
  'client_id',
  'response_type',
  'response_mode',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'prompt',
]

/** The scopes of an app that requests none: to read what the public could know, and the workspace's statistics. */
export const defaultScopes: readonly ApiScope[] = ['feedback:read', 'roadmap:read', 'changelog:read', 'workspace:read']

/**
 * Returns the query of an authorization request as the library takes it: without the parameters and scopes of other servers,
 * which it would reject instead of ignoring them (RFC 6749, section 3.1), and with default scopes. Keeps repeated parameters,
 * which it rejects.
 */
export function readAuthorizationQuery(url: string): URLSearchParams {
  const sent = new URL(url, 'http://heed.invalid').searchParams
  const query = new URLSearchParams([...sent].filter(([name]) => known.includes(name)))
  if (query.getAll('scope').length < 2) query.set('scope', scopesOf(query.get('scope') ?? ''))
  // It only matters whether the person may be asked; they always are.
  if (query.getAll('prompt').join(' ') !== 'none') query.delete('prompt')
  // The library also has modes that the metadata does not offer.
  if (query.has('response_mode') && query.get('response_mode') !== 'query') query.set('response_mode', 'unsupported')
  return query
}

/** Returns the known ones of the requested scopes; all of them if none is known, so that the app gets an error. */
function scopesOf(text: string): string {
  const requested = text.split(' ').filter((each) => each !== '')
  if (requested.length === 0) return defaultScopes.join(' ')
  const found = apiScopes.filter((scope) => requested.includes(scope))
  return (found.length === 0 ? requested : found).join(' ')
}
