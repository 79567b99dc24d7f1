import type { errors as JoseErrors } from 'jose'
import { emailSchema } from '../../../accounts/schema.ts'
import { type Problem, problem } from '../../../platform/problems.ts'
import { type Static, Text, Type } from '../../../platform/schemas.ts'
import { createValidator } from '../../../platform/validation.ts'
import type { ActiveSsoSecret } from '../../settings/active-sso-secrets.ts'

/** The claims that are read; others are ignored. */
const SsoClaims = Type.Object({
  sub: Text({ min: 1, max: 255 }),
  jti: Text({ min: 1, max: 200 }),
  exp: Type.Number(),
  iat: Type.Optional(Type.Number()),
  email: Type.Optional(emailSchema),
  name: Type.Optional(Text({ max: 200 })),
})
export type SsoClaims = Static<typeof SsoClaims>

/** The claims of a token, and the secret that signed it. */
export interface VerifiedSsoToken {
  claims: SsoClaims
  secret: ActiveSsoSecret
}

const checkClaims = createValidator(SsoClaims, '')

// How far the clocks of two servers may differ.
const clockToleranceSeconds = 60
// A token is for one sign-in; a long-lived one would be worth stealing.
const maxLifetimeSeconds = 3_600
// Ample for a header, a few claims and a signature.
const maxTokenLength = 8_192

interface Expected {
  secrets: ActiveSsoSecret[]
  audience: string
  now: string
}

/**
 * Verifies that a token is signed with one of the secrets (HS256 only), is for this workspace and is valid now (RFC
 * 7519, RFC 8725), and returns its claims and the secret. The caller checks that the token was not used before.
 * @throws 401 that says what is wrong; it mentions claims only if the signature is valid
 */
export async function verifySsoToken(token: string, { secrets, audience, now }: Expected): Promise<VerifiedSsoToken> {
  if (secrets.length === 0)
    throw ssoTokenError('This workspace has no SSO secret, so it accepts no tokens. Create a secret first.')
  if (token.length > maxTokenLength) throw ssoTokenError(`The token must have at most ${maxTokenLength} characters.`)
  const { payload, secret } = await verifySignature(token, { secrets, audience, now })
  const [error] = checkClaims(payload)
  if (error) throw ssoTokenError(`The claim ${error.path.slice(1)} ${error.message}.`)
  const claims = payload as unknown as SsoClaims
  const seconds = Date.parse(now) / 1_000
  if (claims.exp > seconds + maxLifetimeSeconds + clockToleranceSeconds) {
    throw ssoTokenError('The claim exp must be at most an hour ahead.')
  }
  if ((claims.iat ?? 0) > seconds + clockToleranceSeconds)
    throw ssoTokenError('The claim iat must not be in the future.')
  return { claims, secret }
}

async function verifySignature(token: string, { secrets, audience, now }: Expected) {
  // Imported lazily: most processes never verify a token.
  const { errors, jwtVerify } = await import('jose')
  for (const secret of secrets) {
    try {
      const { payload } = await jwtVerify(token, new TextEncoder().encode(secret.secret), {
        algorithms: ['HS256'],
        audience,
        clockTolerance: clockToleranceSeconds,
        currentDate: new Date(now),
        requiredClaims: ['exp', 'jti', 'sub'],
      })
      return { payload, secret }
    } catch (error) {
      // The token may be signed with another secret.
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw toTokenError(error, audience, errors)
    }
  }
  throw inactiveSecretError()
}

function toTokenError(error: unknown, audience: string, errors: typeof JoseErrors): unknown {
  if (error instanceof errors.JWTExpired) return ssoTokenError('The token has expired: the claim exp is in the past.')
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason } = error
    if (claim === 'aud') return ssoTokenError(`The claim aud must be "${audience}".`)
    if (reason === 'missing') return ssoTokenError(`The claim ${claim} is required.`)
    if (claim === 'nbf' && reason === 'check_failed')
      return ssoTokenError('The token is not valid yet: see the claim nbf.')
    return ssoTokenError(`The claim ${claim} is not valid.`)
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return ssoTokenError('The token must be signed with HS256.')
  if (error instanceof errors.JOSEError) return ssoTokenError('The token is not a signed JWT (RFC 7519).')
  return error
}

export const inactiveSecretError = (): Problem =>
  ssoTokenError('The token is not signed with an active secret of this workspace.')

/** Creates a 401 with the challenge it must carry (RFC 9110, section 15.5.2). */
export const ssoTokenError = (message: string): Problem =>
  problem('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } })
