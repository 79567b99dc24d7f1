// Uses the client as a program on any runtime does: no import, no global of Node.js.

/** Returns what happened. @param client the module @heed/client */
export async function useClient({ Heed, HeedError, verifyWebhook }, { baseUrl, token, webhook }) {
  // The first connection breaks, so the first call needs a retry with the same idempotency key.
  const keys = []
  const heed = new Heed({
    baseUrl,
    token,
    fetch: (url, init) => {
      const key = init.headers['idempotency-key']
      if (key) keys.push(key)
      return keys.length === 1 ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init)
    },
  })
  const first = await heed.feedback.create({ title: 'One' })
  for (const title of ['Two', 'Three']) await heed.feedback.create({ title })
  const titles = []
  for await (const { title } of heed.feedback.list({ limit: 2 })) titles.push(title)
  const page = await heed.feedback.list({ limit: 2 })
  const error = await heed.feedback.get('no-such-id').catch((error) => error)
  const event = await verifyWebhook({ ...webhook, body: new TextEncoder().encode(webhook.body) })
  const forged = await verifyWebhook({ ...webhook, body: `${webhook.body} ` }).catch(({ name }) => name)
  const late = await heed.workspace.get({ signal: AbortSignal.abort() }).catch(({ name }) => name)
  return {
    isRetriedWithSameKey: keys[0] === keys[1] && keys[1] !== keys[2],
    isCreated: first.title === 'One',
    titles,
    page: [page.data.length, page.hasMore],
    error: [error instanceof HeedError, error.code, error.status, typeof error.requestId],
    event: event.type,
    forged,
    late,
  }
}
