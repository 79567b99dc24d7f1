import { join } from 'node:path'
import { createFindings, type Finding } from '../../diagnostics/finding.ts'
import { createFileStore } from '../../files/store/store.ts'
import { formatError } from '../../platform/format-error.ts'
import type { Settings } from '../../platform/settings.ts'

const { ok, problem } = createFindings('files')

/** Checks that the store of uploaded files can be reached. */
export async function checkFiles(settings: Settings): Promise<Finding[]> {
  const { dataDir, s3Url } = settings
  if (s3Url === null) return [ok(`S3_URL is not set, so uploaded files are in ${join(dataDir, 'files')}.`)]
  // Leaves out the key and the secret.
  const { host, pathname } = new URL(s3Url)
  const name = `The bucket ${pathname.slice(1)} at ${host}`
  const store = createFileStore(settings)
  try {
    await store.check()
    return [ok(`${name} is reachable.`)]
  } catch (error) {
    return [problem(`${name} cannot be used: ${formatError(error)}.`, 'Check S3_URL, and that the bucket exists.')]
  } finally {
    await store.close()
  }
}
