import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.HEED_WEBHOOK_SECRET!)
const stored = new Map<string, string>() // In production, a table with a unique column for the id.

createServer(async (request, response) => {
  const body = await text(request)
  try {
    webhook.verify(body, request.headers as Record<string, string>)
  } catch {
    response.writeHead(400).end()
    return
  }
  const id = String(request.headers['webhook-id'])
  if (!stored.has(id)) stored.set(id, body)
  response.writeHead(204).end() // Respond once the event is stored, and process it afterwards.
  const { type, data } = JSON.parse(body)
  console.log(type, data.id ?? data.feedbackId)
}).listen(Number(process.env.PORT ?? 4000))
