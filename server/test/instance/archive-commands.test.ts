import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import { openZip } from '../../archives/read/open-zip.ts'
import { readArchive } from '../support/archives.ts'
import { runCommand } from '../support/run-command.ts'
import { connectToDatabase, newMigratedDataDir, runHeed, spawnCommand, startInstance } from './test-instance.ts'

const { dataDir } = await startInstance({ dataDir: await newMigratedDataDir() })
const run = (line: string) => runCommand({ dataDir }, ...line.split(' '))
const file = join(dataDir, 'demo.heed.zip')
const database = await connectToDatabase(dataDir)

await run('demo --json')
// The demo casts its votes over the weeks before now, so their number depends on the day.
const votes = await countVotes('demo')

test('heed export writes an archive, prints its counts, and never overwrites it', async () => {
  const { status, json } = await run(`export --workspace demo --to ${file} --json`)
  assert.equal(status, 0)
  const { counts, ...rest } = json()
  assert.deepEqual(rest, { file })
  assert.deepEqual([counts.feedback, counts.votes, counts.customers, counts.changelog], [200, votes, 120, 12])
  const before = await readFile(file)
  const again = await run(`export --workspace demo --to ${file} --json`)
  assert.equal(again.status, 1)
  assert.match(again.json().error.message, /--to already exists/)
  assert.deepEqual(await readFile(file), before)
  assert.match((await run(`export --workspace demo --to ${join(dataDir, 'no', 'a.zip')}`)).stderr, /folder that exists/)
  const { stderr } = await run(`export --workspace nobody --to ${file}2`)
  assert.ok(
    stderr.includes(`--workspace must be the slug of a workspace; there is no "nobody" in the data folder ${dataDir}.`),
  )
  const { rows } = await database.query(`select agent, actor_type from audit_events where type = 'workspace.exported'`)
  assert.deepEqual(rows[0], { agent: 'heed command line', actor_type: 'system' })
})

test('heed import restores the workspace, heed export writes the same archive, and heed import undo reverts the import', async () => {
  await run('workspace create --name New --slug new --plan free')
  const dry = (await run(`import ${file} --workspace new --dry-run --json`)).json()
  assert.deepEqual([dry.source, dry.counts.feedback.created, dry.importId], ['heed', 200, undefined])
  const { status, json } = await run(`import ${file} --workspace new --json`)
  assert.equal(status, 0)
  const { importId, counts, problems } = json()
  assert.deepEqual(problems, [])
  assert.deepEqual(counts, dry.counts)
  const copy = join(dataDir, 'copy.heed.zip')
  await run(`export --workspace new --to ${copy}`)
  const [original, copied] = [await readArchive(file), await readArchive(copy)]
  const events = copied['events.ndjson']!.split('\n').filter((line) => !line.includes('"import.finished"'))
  assert.equal(events.join('\n'), original['events.ndjson'])
  for (const name of Object.keys(original).filter((each) => each !== 'events.ndjson' && each !== 'manifest.json')) {
    assert.equal(copied[name], original[name], name)
  }
  // The plan allows 100 customers: the import goes beyond, and shows it.
  const { workspaces } = (await run('workspace list --json')).json()
  const { plan, name, trackedCustomers } = workspaces.find(({ slug }: { slug: string }) => slug === 'new')
  assert.deepEqual([plan, name, trackedCustomers], ['free', 'New', 120])
  const again = (await run(`import ${file} --workspace new --json`)).json()
  assert.deepEqual([again.counts.feedback.created, again.counts.votes.created], [0, 0])
  const undone = (await run(`import undo ${importId} --json`)).json()
  assert.ok(undone.deleted > 400)
  const left = await run(`export --workspace new --to ${join(dataDir, 'left.zip')} --json`)
  assert.deepEqual([left.json().counts.feedback, left.json().counts.boards], [0, 1])
})

test('the same command resumes an import that was killed at any time', async () => {
  await run('workspace create --name Killed --slug killed')
  const killed = spawnCommand({ dataDir }, 'import', file, '--workspace', 'killed', '--json')
  while ((await countVotes('killed')) === 0 && killed.child.exitCode === null) await setTimeout(5)
  killed.child.kill('SIGKILL')
  await killed.ended
  const { status, stdout } = await runHeed({ dataDir }, 'import', file, '--workspace', 'killed', '--json')
  assert.equal(status, 0, stdout)
  const { counts } = JSON.parse(stdout)
  assert.deepEqual(counts.feedback, { created: 200, updated: 0, unchanged: 0, failed: 0 })
  assert.equal(await countVotes('killed'), votes)
  const { rows } = await database.query(`select count(*)::int as n from imports i join workspaces w using (workspace_id)
    where w.slug = 'killed'`)
  assert.equal(rows[0].n, 1)
})

test('an export that is killed leaves no archive under the name, and the same command works again', async () => {
  const folder = join(dataDir, 'killed-export')
  await mkdir(folder)
  const target = join(folder, 'demo.heed.zip')
  const command = ['export', '--workspace', 'demo', '--to', target, '--json']
  const killed = spawnCommand({ dataDir }, ...command)
  while ((await readdir(folder)).length === 0 && killed.child.exitCode === null) await setTimeout(1)
  killed.child.kill('SIGKILL')
  await killed.ended
  assert.ok(!(await readdir(folder)).includes('demo.heed.zip'))
  const { status, stdout } = await runHeed({ dataDir }, ...command)
  assert.equal(status, 0, stdout)
  assert.equal(JSON.parse(stdout).counts.feedback, 200)
  await readArchive(target)
})

test('heed import --strict imports nothing of an archive with a record that the database refuses', async () => {
  await run('workspace create --name Strict --slug strict')
  const zip = await openZip(file, (await readFile(file)).length)
  const packed = new ZipFile()
  const manifest = JSON.parse(await text(await zip.read('manifest.json')))
  for (const entry of manifest.files) {
    let content = await text(await zip.read(entry.name))
    if (entry.name === 'feedback.ndjson') content = content.replace(/"title":"[^"]*"/, '"title":""')
    entry.sha256 = createHash('sha256').update(content).digest('hex')
    packed.addBuffer(Buffer.from(content), entry.name)
  }
  zip.close()
  packed.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json')
  packed.end()
  const broken = join(dataDir, 'broken.zip')
  await writeFile(broken, await buffer(packed.outputStream as Readable))
  const dry = await run(`import ${broken} --workspace strict --dry-run --json`)
  assert.deepEqual([dry.status, dry.json().counts.feedback.failed], [2, 1])
  const strict = await run(`import ${broken} --workspace strict --strict --json`)
  assert.equal(strict.status, 1)
  assert.match(strict.json().error.message, /cannot be imported, so nothing was imported/)
  const { json } = await run(`export --workspace strict --to ${join(dataDir, 'strict.zip')} --json`)
  assert.deepEqual([json().counts.feedback, json().counts.customers], [0, 0])
})

test('two processes that import the same archive concurrently import it once, and neither stops the other', async () => {
  await run('workspace create --name Twice --slug twice')
  const command = ['import', file, '--workspace', 'twice', '--json']
  const results = await Promise.all([
    runHeed({ dataDir }, ...command),
    runHeed({ dataDir }, ...command),
    runHeed({ dataDir }, ...command),
  ])
  // The others say that another process imports it, or come so late that they find everything imported.
  for (const { status, stdout } of results) {
    if (status === 0) assert.equal(JSON.parse(stdout).counts.feedback.failed, 0)
    else assert.match(stdout, /Another (process is running this import|import into this workspace is running)/)
  }
  const { rows } = await database.query(
    `select (select count(*)::int from feedback f where f.workspace_id = w.workspace_id) as requests,
      (select count(*)::int from votes v where v.workspace_id = w.workspace_id) as votes,
      (select count(*)::int from imports i where i.workspace_id = w.workspace_id and i.state = 'finished' and i.counts #>> '{feedback,created}' = '200') as imports
     from workspaces w where slug = 'twice'`,
  )
  assert.deepEqual(rows, [{ requests: 200, votes, imports: 1 }])
})

test('a damaged archive is refused and nothing is written', async () => {
  await run('workspace create --name Untouched --slug untouched')
  const bytes = await readFile(file)
  const path = join(dataDir, 'damaged.zip')
  await writeFile(path, bytes.subarray(0, bytes.length >> 1))
  const { status, stderr } = await run(`import ${path} --workspace untouched`)
  assert.equal(status, 1)
  assert.match(stderr, /not a complete zip file/)
  const { json } = await run(`export --workspace untouched --to ${join(dataDir, 'untouched.zip')} --json`)
  assert.deepEqual([json().counts.feedback, json().counts.boards], [0, 1])
})

async function countVotes(slug: string): Promise<number> {
  const { rows } = await database.query(
    'select count(*)::int as votes from votes v join workspaces w using (workspace_id) where w.slug = $1',
    [slug],
  )
  return rows[0].votes
}
