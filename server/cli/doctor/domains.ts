import { sql } from 'kysely'
import { createFindings, type Finding } from '../../diagnostics/finding.ts'
import type { Database } from '../../platform/db/database.ts'
import { recordNameOf } from '../../portal/domains/domain.ts'

const { ok, warning } = createFindings('domains')

// Heed checks the record of a new domain every ten minutes, so a correct record is found long before this.
const setUpHours = 24

interface UnprovenDomain {
  slug: string
  host: string
  servedUntil: string | null
  isNew: boolean
}

/** Reports custom domains whose TXT record is missing: they are not served yet, or only for a limited time. */
export async function checkDomains({ db }: Database): Promise<Finding[]> {
  const { rows } = await sql<UnprovenDomain>`
    select w.slug, d.host, d.served_until as "servedUntil",
      d.created_at > now() - make_interval(hours => ${setUpHours}) as "isNew"
    from portal_domains d join workspaces w on w.workspace_id = d.workspace_id
    where d.verified_at is null or d.served_until is not null order by w.slug`.execute(db)
  return rows.map(({ slug, host, servedUntil, isNew }) => {
    const record = `The TXT record ${recordNameOf(host)} is missing or differs from the one in Settings → Portal → Domain`
    const message =
      servedUntil === null
        ? `The portal of ${slug} is not served at ${host}. ${record}.`
        : `The portal of ${slug} is served at ${host} only until ${servedUntil}. ${record}.`
    const advice = `Add the record, then press Check now in Settings → Portal → Domain of ${slug}, or remove the domain there.`
    return isNew && servedUntil === null ? ok(message, advice) : warning(message, advice)
  })
}
