import { Operations } from './generated/operations.ts'
import type { HeedOptions } from './options.ts'
import { Transport } from './transport.ts'

export { type ErrorCode, type ErrorDetail, HeedError } from './errors.ts'
export type { EventType, HeedEvent, WebhookEvent } from './events.ts'
export type * from './generated/operations.ts'
export type { HeedOptions, PostOptions, RequestOptions, WriteOptions } from './options.ts'
export { List, Page } from './pages.ts'
export { verifyWebhook, type WebhookRequest, WebhookVerificationError } from './verify-webhook.ts'

/**
 * The client of one workspace, which the token determines.
 *
 * @example
 * const heed = new Heed({ baseUrl: 'https://feedback.example.com', token: 'heed_sk_…' })
 * const request = await heed.feedback.create({ title: 'Export as CSV' })
 */
export class Heed extends Operations {
  constructor(options: HeedOptions) {
    super(new Transport(options))
  }
}
