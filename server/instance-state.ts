import { ensureSetupLink } from './accounts/setup/setup.ts'
import { systemClock } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import type { Settings } from './platform/settings.ts'

/** What a start tells the operator to do next. */
export interface InstanceState {
  /** Whether the instance has no workspace yet. */
  isEmpty: boolean
  /** The address for creating the first account. Null once there is an account. */
  setupUrl: string | null
}

/** Reads the state of the instance, and creates the link that sets it up. @param address that the server listens on */
export async function readInstanceState(
  database: Database,
  settings: Pick<Settings, 'publicUrl'>,
  address: string,
): Promise<InstanceState> {
  const { rowCount } = await database.pool.query('select 1 from workspaces limit 1')
  // Port 0 lets the system choose a port, so the public address is the one listened on.
  const publicUrl = settings.publicUrl.endsWith(':0') ? address : settings.publicUrl
  return { isEmpty: rowCount === 0, setupUrl: await ensureSetupLink(database, publicUrl, systemClock) }
}
