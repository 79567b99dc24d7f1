import type { KoaContextWithOIDC } from 'oidc-provider'
import { interactionSeconds } from '../interactions.ts'

const consentPath = '/console/authorize'

/** The page where a person decides about a request. */
export const consentUrl = (publicUrl: string, id: string): string => `${publicUrl}${consentPath}/${id}`

/** Each request has its own cookie, so that a person can have several open. */
export const consentCookieName = (id: string): string => `heed_consent_${id.slice(0, 12)}`

/**
 * Binds a request to the browser that it came from: whoever starts one elsewhere and sends a link to its consent page to
 * somebody else would otherwise get what they consent to.
 */
export function setConsentCookie(
  { cookies }: KoaContextWithOIDC,
  id: string,
  { isSecure }: { isSecure: boolean },
): void {
  cookies.set(consentCookieName(id), id, {
    path: consentPath,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    signed: false,
    maxAge: interactionSeconds * 1_000,
  })
}
