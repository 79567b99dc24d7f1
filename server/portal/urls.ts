export interface PortalLocation {
  /** Of the instance, without a slash at its end. */
  publicUrl: string
  slug: string
  /** The workspace's own host name, if it has one. */
  portalHost: string | null
}

/**
 * Where a workspace's portal is read, without a slash at its end. A host of its own is asked for by the scheme and the port
 * of the instance: both are behind the same proxy.
 */
export function buildPortalUrl({ publicUrl, slug, portalHost }: PortalLocation): string {
  if (portalHost === null) return `${publicUrl}/p/${slug}`
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${portalHost}${port === '' ? '' : `:${port}`}`
}
