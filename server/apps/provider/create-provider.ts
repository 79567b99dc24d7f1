import { generateKeyPairSync } from 'node:crypto'
import type { Configuration, JWK, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { interactionSeconds } from '../interactions.ts'
import { oauthPaths } from '../metadata.ts'
import { generateAccessToken, generateRefreshToken } from '../tokens/format.ts'
import { createAdapters } from './adapter.ts'
import { checkClientMetadata } from './client-metadata.ts'
import { consentUrl, setConsentCookie } from './consent-cookie.ts'
import { renderAuthorizationError } from './error-page.ts'
import { showErrorsBeforeRedirects } from './error-redirects.ts'
import { createDocumentFetch, maxDocumentBytes } from './metadata-documents.ts'
import type { ProviderContext, ProviderDeps } from './provider-context.ts'
import { accessTokenSeconds, resourceIndicators } from './resource-servers.ts'

// A code goes through the browser to the app at once.
const codeSeconds = 60
// An app that is not used for this time has to ask for consent again.
const refreshTokenSeconds = 60 * 86_400

/** Loads the library and creates the authorization server. @param mayFetch whether a request may cause a fetch */
export async function createProvider(
  deps: ProviderDeps,
  signingKeys: string[],
  mayFetch: (ctx: KoaContextWithOIDC) => Promise<boolean>,
): Promise<Provider> {
  const { Provider, errors, interactionPolicy } = await loadLibrary()
  const context: ProviderContext = { errors, current: () => Provider.ctx! }
  const { publicUrl, oauthDynamicRegistration } = deps.settings
  const isSecure = publicUrl.startsWith('https:')
  const cookie = { httpOnly: true, sameSite: 'lax', secure: isSecure, signed: true, overwrite: true } as const

  // A person decides about every request in the console, and no decision is remembered.
  const { Prompt, Check } = interactionPolicy
  const consent = new Prompt(
    { name: 'consent', requestable: true },
    new Check('consent_required', 'the person has to consent', 'consent_required', (ctx) =>
      ctx.oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
  )

  const configuration: Configuration & Record<string, unknown> = {
    adapter: createAdapters(deps, context),
    scopes: [],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    },
    clientBasedCORS: () => true,
    cookies: {
      names: { session: 'heed_oauth', interaction: 'heed_oauth_request', resume: 'heed_oauth_resume' },
      keys: signingKeys,
      long: cookie,
      short: cookie,
    },
    extraClientMetadata: {
      // The library runs the validator for each listed property. One property is enough to check each client once.
      properties: ['software_id'],
      validator: (_ctx, _name, _value, metadata) => checkClientMetadata(metadata, errors),
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: resourceIndicators(publicUrl, errors),
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      registration: { enabled: oauthDynamicRegistration, issueRegistrationAccessToken: false },
      // biome-ignore lint/suspicious/noExplicitAny: the types are older than the feature
      ...({ clientIdMetadataDocument: { enabled: true, ack: 'draft-02' } } as any),
    },
    fetch: createDocumentFetch(deps, context, mayFetch),
    fetchResponseBodyLimits: { 'client_id metadata document': maxDocumentBytes },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: {
      policy: [consent],
      url: (ctx, interaction) => {
        setConsentCookie(ctx, interaction.uid, { isSecure })
        return consentUrl(publicUrl, interaction.uid)
      },
    },
    // Tokens are opaque, so this key signs nothing. Without a key, the library prints a warning.
    jwks: { keys: [createUnusedKey()] },
    issueRefreshToken: () => true,
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId)
    },
    expiresWithSession: () => false,
    pkce: { required: () => true },
    renderError: renderAuthorizationError,
    responseModes: ['query'],
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    routes: oauthPaths,
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: codeSeconds,
      RefreshToken: refreshTokenSeconds,
      Interaction: interactionSeconds,
      Grant: refreshTokenSeconds,
      Session: interactionSeconds,
    },
  }
  const provider = new Provider(publicUrl, configuration as Configuration)
  // Behind a proxy, the public address is PUBLIC_URL (mount.ts).
  provider.proxy = true
  useOwnTokenFormats(provider)
  // Every client is a public one; the library would give those that register themselves a secret.
  Object.assign(provider.Client, { needsSecret: () => false })
  provider.use(dropSessionCookie)
  showErrorsBeforeRedirects(provider)
  provider.on('server_error', (_ctx, error) => deps.log.error({ err: error }, 'the authorization server failed'))
  return provider
}

/** Loads the library without its warning that the current release of Node.js has no long-term support yet. */
async function loadLibrary() {
  const { warn } = console
  console.warn = () => {}
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}

const createUnusedKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as JWK

/** Generates recognizable tokens, so that scanners find leaked ones. The library accepts any generated text. */
function useOwnTokenFormats({ AccessToken, RefreshToken }: Provider): void {
  const accessToken = AccessToken.prototype as unknown as { generateTokenId(this: { format: string }): string }
  accessToken.generateTokenId = function generate() {
    this.format = 'opaque'
    return generateAccessToken()
  }
  const refreshToken = RefreshToken.prototype as unknown as { generateTokenId(): string }
  refreshToken.generateTokenId = generateRefreshToken
}

/** Removes the library's session cookie, because no sessions are stored (adapter.ts). */
async function dropSessionCookie(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  const cookies = [ctx.response.headers['set-cookie'] ?? []].flat() as string[]
  const others = cookies.filter((each) => !/^heed_oauth(\.sig)?=/.test(each))
  if (others.length === cookies.length) return
  if (others.length === 0) ctx.remove('set-cookie')
  else ctx.set('set-cookie', others)
}
