import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../server/app.ts'
import { dumpSchema } from '../server/platform/db/dump-schema.ts'
import { openInstanceDatabase } from '../server/platform/db/open-instance-database.ts'
import { generateTableTypes } from '../server/platform/db/table-types.ts'
import { createLog } from '../server/platform/log.ts'
import { readSettings } from '../server/platform/settings.ts'
import { generateClient } from './client/generate-client.ts'

// Writes openapi.json, schema.sql, server/tables.ts and the generated files of the client, from the code and the migrations.
// With --check it writes nothing
// and fails if a committed file differs from what it would write.
const isCheck = process.argv.includes('--check')
const root = new URL('../', import.meta.url)

const dataDir = await mkdtemp(join(tmpdir(), 'heed-generate-'))
const settings = readSettings({ DATA_DIR: dataDir })
const log = createLog('silent')
const database = await openInstanceDatabase(settings, { role: 'command', title: 'generate', poolSize: 2, log })
const app = await createApp({ settings, secretKey: 'x'.repeat(32), database, rateLimitStore: { kind: 'memory' }, log })

const document = (await app.http.inject({ url: '/api/v1/openapi.json' })).json()
const generated = {
  'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'schema.sql': await dumpSchema(database.pool),
  'server/tables.ts': await generateTableTypes(database.pool),
  ...(await generateClient(document)),
}
await app.close()
await database.close()
await rm(dataDir, { recursive: true })

for (const [name, text] of Object.entries(generated)) {
  const path = new URL(name, root)
  if ((await readFile(path, 'utf8').catch(() => '')) === text) continue
  if (isCheck) {
    console.error(`${name} is not up to date. Run: npm run generate`)
    process.exitCode = 1
  } else {
    await writeFile(path, text)
    console.log(`wrote ${name}`)
  }
}
