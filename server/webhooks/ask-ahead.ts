import type { Outbound } from '../platform/outbound/outbound.ts'

type Refuse = Pick<Outbound, 'refuse'>

/**
 * Asks name servers about the address in the body of a request before its transaction, which would keep a connection from
 * others for seconds. The verb then gets the answer.
 */
export function askAhead(outbound: Refuse) {
  const refusals = new WeakMap<object, string | null>()
  return {
    async prepare({ body }: { body: { url?: string } }): Promise<void> {
      if (body.url !== undefined) refusals.set(body, await outbound.refuse(body.url))
    },
    answerFor: (body: object): Refuse => ({ refuse: async () => refusals.get(body) ?? null }),
  }
}
