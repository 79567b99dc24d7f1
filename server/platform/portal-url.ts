export interface PortalLocation {
  /** The URL of the instance without a final slash. */
  publicUrl: string
  slug: string
  /** The custom domain, if there is one. */
  portalHost: string | null
}

/**
 * Returns the URL of a portal without a final slash. A custom domain uses the scheme and port of the instance, since both
 * are behind the same proxy.
 */
export function buildPortalUrl({ publicUrl, slug, portalHost }: PortalLocation): string {
  if (portalHost === null) return `${publicUrl}/p/${slug}`
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${portalHost}${port === '' ? '' : `:${port}`}`
}
