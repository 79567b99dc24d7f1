interface Filter {
  status?: string | undefined
  eventType?: string | undefined
}

/** Returns the URL of a page of the delivery log. */
export function deliveriesUrl(pageUrl: string, { status, eventType }: Filter, cursor?: string): string {
  const query = new URLSearchParams()
  if (status) query.set('status', status)
  if (eventType) query.set('type', eventType)
  if (cursor) query.set('cursor', cursor)
  return query.size === 0 ? pageUrl : `${pageUrl}?${query}`
}
