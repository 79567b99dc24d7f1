import { access } from 'node:fs/promises'
import { join } from 'node:path'

/** The subfolder in which a restore prepares a data folder. It is renamed at the end, so it exists only until then. */
export const restoringFolder = 'restoring'

/**
 * Rejects a data folder in which a restore was interrupted, so that no empty database is created there.
 * @throws if there is such a restore
 */
export async function assertNotRestoring(dataDir: string): Promise<void> {
  const exists = (name: string) =>
    access(join(dataDir, name)).then(
      () => true,
      () => false,
    )
  if ((await exists('postgres')) || !(await exists(restoringFolder))) return
  throw new Error(`A restore into ${dataDir} was interrupted. Run heed restore again, or choose another DATA_DIR.`)
}
