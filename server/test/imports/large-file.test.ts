import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const megabytes = 200
const text = 'All work and no play makes a long description. '.repeat(200)
const rows = Math.ceil((megabytes * 2 ** 20) / text.length)

const folder = await mkdtemp(join(tmpdir(), 'heed-large-'))
after(() => rm(folder, { recursive: true, force: true }))

// A heap that is smaller than the file.
const maxHeapMegabytes = 96

/** Surveys a file in a process with little memory, as an import does before it writes. @returns the number of rows */
async function survey(path: string): Promise<number> {
  const module = (name: string) => JSON.stringify(fileURLToPath(new URL(`../../imports/${name}`, import.meta.url)))
  const program = `
    import { openSource } from ${module('sources/open-source.ts')}
    import { surveySource } from ${module('survey.ts')}
    const opened = await openSource([${JSON.stringify(path)}], null, {})
    console.log((await surveySource(opened, new Date().toISOString())).rows)`
  const { stdout } = await promisify(execFile)(process.execPath, [
    `--max-old-space-size=${maxHeapMegabytes}`,
    '--input-type=module',
    '--eval',
    program,
  ])
  return Number(stdout)
}

test('reads a CSV file of 200 MB in a heap of 96 MB', async () => {
  const path = join(folder, 'large.csv')
  const lines = function* () {
    yield 'id,title,description\n'
    for (let id = 0; id < rows; id++) yield `${id},Request ${id},"${text}"\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
  assert.equal(await survey(path), rows)
  await rm(path)
})

test('reads a JSON file of 200 MB in a heap of 96 MB', async () => {
  const path = join(folder, 'large.json')
  const lines = function* () {
    yield '{"posts": ['
    for (let id = 0; id < rows; id++) {
      yield `${id === 0 ? '' : ','}\n${JSON.stringify({ id, title: `Request ${id}`, description: text })}`
    }
    yield ']}'
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
  assert.equal(await survey(path), rows)
  await rm(path)
})
