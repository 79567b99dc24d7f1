import type { errors as JoseErrors, JWTPayload } from 'jose'
import { emailSchema } from '../../../accounts/schema.ts'
import { type Problem, problem } from '../../../platform/problems.ts'
import { type Static, Text, Type } from '../../../platform/schemas.ts'
import { compileValidator } from '../../../platform/validation.ts'

/** What a token says that is asked for; other claims are ignored. */
const SsoClaims = Type.Object({
  sub: Text({ min: 1, max: 255 }),
  jti: Text({ min: 1, max: 200 }),
  exp: Type.Number(),
  iat: Type.Optional(Type.Number()),
  email: Type.Optional(emailSchema),
  name: Type.Optional(Text({ max: 200 })),
})
export type SsoClaims = Static<typeof SsoClaims>

const checkClaims = compileValidator(SsoClaims, '')

// How far the clocks of two servers may be apart.
const clockToleranceSeconds = 60
// A token is for one arrival; one that is good for long is worth stealing.
const maxLifetimeSeconds = 3_600
// A header, a few names and a signature.
const maxTokenLength = 8_192

interface Expected {
  /** Texts whose UTF-8 bytes are the key of the HMAC. Each is good. */
  secrets: string[]
  audience: string
  now: string
}

/**
 * What a token of a workspace's product says, if it is signed with one of the secrets (HS256 and nothing else), for this
 * workspace and in its time (RFC 7519, RFC 8725). Whether it was used before is for the caller to see.
 * @throws 401 with what was wrong with it; of the claims only when the signature is right
 */
export async function verifySsoToken(token: string, { secrets, audience, now }: Expected): Promise<SsoClaims> {
  if (secrets.length === 0) throw ssoTokenError('This workspace takes no tokens: it has no secret for them.')
  if (token.length > maxTokenLength) throw ssoTokenError(`The token must have at most ${maxTokenLength} characters.`)
  const payload = await verifySignature(token, { secrets, audience, now })
  const [wrong] = checkClaims(payload)
  if (wrong) throw ssoTokenError(`The claim ${wrong.path.slice(1)} ${wrong.message}.`)
  const claims = payload as unknown as SsoClaims
  const seconds = Date.parse(now) / 1_000
  if (claims.exp > seconds + maxLifetimeSeconds + clockToleranceSeconds) {
    throw ssoTokenError('The claim exp must be at most an hour ahead.')
  }
  if ((claims.iat ?? 0) > seconds + clockToleranceSeconds)
    throw ssoTokenError('The claim iat must not be in the future.')
  return claims
}

async function verifySignature(token: string, { secrets, audience, now }: Expected): Promise<JWTPayload> {
  // Loaded here: most processes never see a token.
  const { errors, jwtVerify } = await import('jose')
  for (const secret of secrets) {
    try {
      const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
        algorithms: ['HS256'],
        audience,
        clockTolerance: clockToleranceSeconds,
        currentDate: new Date(now),
        requiredClaims: ['exp', 'jti', 'sub'],
      })
      return payload
    } catch (error) {
      // Another secret may be the one that it was signed with.
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw toTokenError(error, audience, errors)
    }
  }
  throw ssoTokenError('The token is not signed with a secret of this workspace that is good now.')
}

function toTokenError(error: unknown, audience: string, errors: typeof JoseErrors): unknown {
  if (error instanceof errors.JWTExpired) return ssoTokenError('The token has expired: the claim exp is in the past.')
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason } = error
    if (claim === 'aud') return ssoTokenError(`The claim aud must be "${audience}".`)
    if (reason === 'missing') return ssoTokenError(`The claim ${claim} is required.`)
    if (claim === 'nbf' && reason === 'check_failed')
      return ssoTokenError('The token is not good yet: see the claim nbf.')
    return ssoTokenError(`The claim ${claim} is not valid.`)
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return ssoTokenError('The token must be signed with HS256.')
  if (error instanceof errors.JOSEError) return ssoTokenError('The token is not a signed JWT (RFC 7519).')
  return error
}

/** RFC 9110, section 15.5.2: a 401 says what it wants. */
export const ssoTokenError = (sentence: string): Problem =>
  problem('unauthorized', sentence, { headers: { 'www-authenticate': 'Bearer' } })
