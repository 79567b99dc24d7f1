/** Code that verifies a delivery, with the packages of Standard Webhooks. A test runs the TypeScript one. */
export const verificationSnippets = {
  typescript: `// npm install standardwebhooks
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.HEED_WEBHOOK_SECRET!)

// Throws if the request doesn't come from Heed.
export async function readEvent(request: Request) {
  const body = await request.text()
  const headers = Object.fromEntries(request.headers)
  return webhook.verify(body, headers)
}`,
  python: `# pip install standardwebhooks
import os
from standardwebhooks import Webhook

webhook = Webhook(os.environ["HEED_WEBHOOK_SECRET"])

# Raises WebhookVerificationError if the request doesn't come from Heed.
def read_event(body: bytes, headers: dict[str, str]) -> dict:
    return webhook.verify(body, headers)`,
}

export type SnippetLanguage = keyof typeof verificationSnippets
