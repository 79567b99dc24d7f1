import type { KoaContextWithOIDC } from 'oidc-provider'
import { interactionSeconds } from '../interactions.ts'

const consentPath = '/console/authorize'

/** The page where a person decides about a request. */
export const consentUrl = (publicUrl: string, id: string): string => `${publicUrl}${consentPath}/${id}`

/** Returns the name of a request's cookie. Each has its own, so that a person can have several requests open. */
export const consentCookieName = (id: string): string => `heed_consent_${id.slice(0, 12)}`

/**
 * Binds a request to the browser that started it. Otherwise, an attacker could start a request, send the link to its
 * consent page to another person, and get access with that person's consent.
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
