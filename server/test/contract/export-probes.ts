import { getDownload, listExports } from '../../archives/exports/queries.ts'
import { recordArchiveExport, recordDownload, requestExport } from '../../archives/exports/request.ts'
import { exportEntries, recordEntryExport } from '../../changelog/console/export.ts'
import { exportCustomers, recordExport } from '../../customers/export.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { exportVoters, recordVoterExport } from '../../votes/export.ts'
import { testSecretKey } from '../test-app.ts'
import { administrators, type PermissionProbe } from './permission-probe.ts'

const signer = new Signer(testSecretKey, 'permission probes')

/** Probes of exports: of whole workspaces, and of lists. */
export const exportProbes: Record<string, PermissionProbe> = {
  'archivesCan.see': { allowed: administrators, verbs: { listExports } },
  'archivesCan.export': {
    allowed: administrators,
    verbs: { requestExport, recordArchiveExport, recordDownload, getDownload },
  },
  'customersCan.export': {
    allowed: administrators,
    verbs: {
      recordExport,
      recordVoterExport,
      exportCustomers: (tx) => exportCustomers(tx, {}, signer).next(),
      exportVoters: (tx, id) => exportVoters(tx, id, undefined, signer).next(),
    },
  },
  'changelogCan.export': {
    allowed: administrators,
    verbs: { recordEntryExport, exportEntries: (tx) => exportEntries(tx, 'draft', signer).next() },
  },
}
