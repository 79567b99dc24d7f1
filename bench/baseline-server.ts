import { createServer } from 'node:http'
import { openDatabase } from '../server/platform/db/database.ts'
import { newId } from '../server/platform/ids.ts'
import { createLog } from '../server/platform/log.ts'
import { getStatement, listStatement } from './statements.ts'

// The baseline: the same runtime and the same prepared SQL through the same driver, with JSON responses but without
// authentication, limits, validation, logs and metrics. Arguments: socket folder, port.
const [socketDir = '', port = '0'] = process.argv.slice(2)
const { pool } = openDatabase({ socketDir }, { size: 10, log: createLog('error') })
// Adds the text to the index at once, as when the requirement was set. Heed now leaves this to a job (ADR 0062).
const insert = `insert into feedback
  (workspace_id, id, board_id, title, description, status, created_at, updated_at, last_activity_at, is_text_indexed)
  values ($1, $2, $3, $4, $5, 'pending', $6, $6, $6, true) returning id, title, description, stage, created_at`

const server = createServer((request, reply) => {
  const send = (status: number, body: unknown) => {
    reply.writeHead(status, { 'content-type': 'application/json' })
    reply.end(JSON.stringify(body))
  }
  const [, verb, workspaceId, id] = request.url!.split('/')
  if (verb === '') {
    send(200, {})
  } else if (verb === 'list') {
    pool
      .query({ name: 'list', text: listStatement, values: [workspaceId, 26] })
      .then(({ rows }) => send(200, { data: rows }))
  } else if (verb === 'get') {
    pool
      .query({ name: 'get', text: getStatement, values: [workspaceId, id] })
      .then(({ rows }) => send(200, { data: rows[0] }))
  } else {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { title, description } = JSON.parse(Buffer.concat(chunks).toString())
      const values = [workspaceId, newId(), id, title, description, new Date().toISOString()]
      pool.query({ name: 'insert', text: insert, values }).then(({ rows }) => send(201, { data: rows[0] }))
    })
  }
})
server.listen(Number(port), '127.0.0.1')
