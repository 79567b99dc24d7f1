/** Returns the token of an `Authorization: Bearer` header (RFC 6750, section 2.1); null without one. */
export const bearerToken = (authorization: string | null | undefined): string | null =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null
