import { requireId } from '#server/console/require-id.ts'
import { exportProblems } from '#server/imports/export-problems.ts'
import { settingsLoader } from '../settings-loader.ts'

/** Downloads the problems of an import as CSV. */
export const loader = settingsLoader(async ({ scope, params, membership }) => {
  const csv = await exportProblems(scope, requireId(params))
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="import-problems-${membership.slug}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
})
