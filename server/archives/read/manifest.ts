import { json } from 'node:stream/consumers'
import { Strict, Type, Uuid } from '../../platform/schemas.ts'
import { createValidator } from '../../platform/validation.ts'
import { formatVersion, type Manifest, manifestName, recordsName } from '../format.ts'
import { archivedTables } from '../tables/list.ts'
import type { OpenedZip } from './open-zip.ts'
import { refuseArchive } from './refuse.ts'

const ManifestSchema = Strict({
  formatVersion: Type.Integer(),
  exportedAt: Type.String({ format: 'date-time' }),
  workspace: Strict({ id: Uuid(), slug: Type.String({ maxLength: 100 }), name: Type.String({ maxLength: 200 }) }),
  files: Type.Array(
    Strict({
      name: Type.String({ maxLength: 100 }),
      rows: Type.Integer({ minimum: 0 }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
    { maxItems: 200 },
  ),
})

const check = createValidator(ManifestSchema, '')
const knownNames = new Set(archivedTables.map(({ name }) => recordsName(name)))

/** Reads the manifest, and checks that it names exactly the files that the archive has. @throws 400 */
export async function readManifest(zip: OpenedZip): Promise<Manifest> {
  if (!zip.has(manifestName)) throw refuseArchive('it has no manifest.json. Export the workspace again.')
  const manifest = await parse(zip)
  const version = (manifest as { formatVersion?: unknown } | null)?.formatVersion
  if (typeof version === 'number' && version !== formatVersion) {
    throw refuseArchive(
      `it has format version ${version}, and this version of Heed reads version ${formatVersion}. Update Heed first.`,
    )
  }
  const problems = check(manifest as object)
  if (problems.length > 0)
    throw refuseArchive(`manifest.json is not valid: ${problems[0]!.path} ${problems[0]!.message}.`)
  const { files } = manifest as Manifest
  const listed = new Set(files.map(({ name }) => name))
  if (listed.size < files.length) throw refuseArchive('manifest.json lists a file twice.')
  for (const name of listed) {
    if (!knownNames.has(name)) throw refuseArchive(`manifest.json lists an unknown file: ${JSON.stringify(name)}.`)
    if (!zip.has(name)) throw refuseArchive(`${name} is missing.`)
  }
  for (const name of zip.names()) {
    if (knownNames.has(name) && !listed.has(name)) throw refuseArchive(`manifest.json does not list ${name}.`)
  }
  return manifest as Manifest
}

async function parse(zip: OpenedZip): Promise<unknown> {
  try {
    return await json(await zip.read(manifestName))
  } catch (error) {
    throw refuseArchive(`manifest.json cannot be read (${(error as Error).message}).`)
  }
}
