import type { AllClientMetadata, errors } from 'oidc-provider'
import { isStorable } from '../../platform/validation.ts'
import { redirectUriProblem } from '../redirect-uris.ts'

const maxRedirectUris = 50
const grantTypes: unknown[] = ['authorization_code', 'refresh_token']
// Limits clients that register themselves, which are stored before anybody authorizes them. Known assistants send 1 KB.
const maxRegistrationLength = 8_192

/**
 * Checks the metadata of any client. Assistants send the same metadata to every server, so redirect URIs and grant
 * types that only other servers accept are dropped (RFC 7591, section 2), unless no redirect URI is left. Scopes are
 * ignored. The library treats all clients as native (RFC 8252), because its rules for them are the strictest.
 * @throws `invalid_client_metadata`
 */
export function checkClientMetadata(metadata: AllClientMetadata, { InvalidClientMetadata }: typeof errors): void {
  const { redirect_uris: uris } = metadata
  if (!Array.isArray(uris) || uris.length > maxRedirectUris || !uris.every((uri) => typeof uri === 'string')) {
    throw new InvalidClientMetadata(`redirect_uris must be a list of at most ${maxRedirectUris} URLs`)
  }
  const problems = uris.map(redirectUriProblem)
  const isDocument = String(metadata.client_id).startsWith('https://')
  if (!isDocument && JSON.stringify(metadata).length > maxRegistrationLength) {
    throw new InvalidClientMetadata(`the metadata must have at most ${maxRegistrationLength} characters`)
  }
  if (!isDocument && !isStorableJson(metadata)) {
    throw new InvalidClientMetadata('texts must not contain a NUL character or an unpaired surrogate')
  }
  const usable = uris.filter((_, index) => problems[index] === null)
  const problem = problems.find((each) => each !== null)
  if (problem && usable.length === 0) throw new InvalidClientMetadata(`a redirect URI ${problem}`)
  metadata.redirect_uris = usable
  if (Array.isArray(metadata.grant_types)) {
    metadata.grant_types = metadata.grant_types.filter((each) => grantTypes.includes(each))
  }
  // The library only accepts its own scopes, and would reject every client of the MCP SDK, which registers with the
  // scopes of the resource. A person decides about the scopes in each authorization.
  delete metadata.scope
  metadata.application_type = 'native'
}

/** Returns whether PostgreSQL can store each name and text of a value. */
function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorableJson(member))
}
