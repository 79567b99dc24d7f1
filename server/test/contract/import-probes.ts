import { connectGitHub } from '../../imports/console/connect.ts'
import {
  createDraft,
  deleteDraft,
  requestCheck,
  requestRun,
  requestUndo,
  updateDraft,
} from '../../imports/console/draft.ts'
import { exportProblems } from '../../imports/export-problems.ts'
import { failImport, finishImport } from '../../imports/finish.ts'
import { recordCheck, recordDownload, recordProgress, restartProgress } from '../../imports/progress.ts'
import { findUnfinished, getImport, getImportRow, listImports, listProblems } from '../../imports/queries.ts'
import { resumeImport, startImport } from '../../imports/start.ts'
import { startUndo } from '../../imports/undo/undo.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import { testSecretKey } from '../test-app.ts'
import { administrators, type PermissionProbe } from './permission-probe.ts'

/** Probes of imports. */
export const importProbes: Record<string, PermissionProbe> = {
  'importsCan.run': {
    allowed: administrators,
    verbs: {
      listImports,
      getImport,
      getImportRow,
      findUnfinished: (tx) => findUnfinished(tx, { source: 'csv', fingerprint: '', options: {} }),
      listProblems: (tx, id) => listProblems(tx, id),
      exportProblems,
      startImport: (tx) => startImport(tx, { source: 'csv', name: 'x', options: {}, fingerprint: null }),
      resumeImport,
      restartProgress,
      recordProgress: (tx, id) => recordProgress(tx, { importId: id, from: 0, to: 0, counts: {}, problems: [] }),
      recordDownload: (tx, id) => recordDownload(tx, id, 0),
      recordCheck: (tx, id) => recordCheck(tx, id, { total: 0, counts: {}, problems: [] }),
      finishImport,
      failImport: (tx, id) => failImport(tx, id, 'x'),
      startUndo,
      createDraft: (tx, id) => createDraft(tx, { id, source: 'csv', name: 'x' }),
      connectGitHub: (tx) =>
        connectGitHub(tx, new Vault(testSecretKey), { repository: 'acme/app', token: 'x', kinds: ['issues'] }),
      updateDraft: (tx, id) => updateDraft(tx, id, { source: 'csv', options: {} }),
      deleteDraft,
      requestCheck,
      requestRun,
      requestUndo,
    },
  },
}
