import type { Outbound } from '../platform/outbound/outbound.ts'

type Refuse = Pick<Outbound, 'refuse'>

/**
 * Checks the URL in the body of a request before its transaction begins. The name servers may take seconds to respond,
 * and the transaction would hold a database connection meanwhile. The verb then gets the answer.
 */
export function askAhead(outbound: Refuse) {
  const refusals = new WeakMap<object, string | null>()
  return {
    async prepare({ body }: { body: { url?: string } }): Promise<void> {
      if (body.url !== undefined) refusals.set(body, await outbound.refuse(body.url))
    },
    answerFor: (body: object): Refuse => ({
      async refuse() {
        const refusal = refusals.get(body)
        if (refusal === undefined) throw new Error('The URL was not checked before the transaction.')
        return refusal
      },
    }),
  }
}

/** Does the same for a caller that begins the transaction itself. @returns what the verb then asks */
export async function answerAhead(outbound: Refuse, body: { url?: string }): Promise<Refuse> {
  const { prepare, answerFor } = askAhead(outbound)
  await prepare({ body })
  return answerFor(body)
}
