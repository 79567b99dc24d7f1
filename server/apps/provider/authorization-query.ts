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

/** The scopes of an app that requests none: reading mostly public data, and the workspace's statistics. */
export const defaultScopes: readonly ApiScope[] = ['feedback:read', 'roadmap:read', 'changelog:read', 'workspace:read']

/**
 * Prepares the query of an authorization request for the library: removes unknown parameters and scopes, which the
 * library would reject instead of ignoring them (RFC 6749, section 3.1), and adds default scopes. Keeps repeated
 * parameters, which the library rejects.
 */
export function readAuthorizationQuery(url: string): URLSearchParams {
  const sent = new URL(url, 'http://heed.invalid').searchParams
  const query = new URLSearchParams([...sent].filter(([name]) => known.includes(name)))
  if (query.getAll('scope').length < 2) query.set('scope', scopesOf(query.get('scope') ?? ''))
  // Only `prompt=none` matters, because the person is always asked.
  if (query.getAll('prompt').join(' ') !== 'none') query.delete('prompt')
  // The library also supports modes that the metadata does not list.
  if (query.has('response_mode') && query.get('response_mode') !== 'query') query.set('response_mode', 'unsupported')
  return query
}

/** Returns the requested scopes that are known; all of them if none is known, so that the app gets an error. */
function scopesOf(text: string): string {
  const requested = text.split(' ').filter((each) => each !== '')
  if (requested.length === 0) return defaultScopes.join(' ')
  const found = apiScopes.filter((scope) => requested.includes(scope))
  return (found.length === 0 ? requested : found).join(' ')
}
