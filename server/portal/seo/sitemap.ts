import { listPublicBoards } from '../../boards/public.ts'
import { listSitemapEntries, listSitemapPageStarts } from '../../changelog/public/sitemap.ts'
import { listSitemapRequestBoundaries, listSitemapRequests, type SitemapEntry } from '../../feedback/public/sitemap.ts'
import { html } from '../../platform/formats/html.ts'
import { xml } from '../../platform/formats/xml.ts'
import { isUuid } from '../../platform/ids.ts'
import type { Scope } from '../../platform/scope.ts'
import type { PortalContext, Section } from '../http/context.ts'

// The format allows 50,000 in a file (sitemaps.org); a fifth of that is made, sent and kept in memory without effort.
const maxUrlsPerFile = 10_000

/** Pages of one kind, of which there may be any number. */
interface Kind {
  section: Section
  from(scope: Scope, from: string, limit: number): Promise<SitemapEntry[]>
  steps(scope: Scope, step: number): Promise<string[]>
}

const kinds = {
  requests: { section: 'requests', from: listSitemapRequests, steps: listSitemapRequestBoundaries },
  changelog: { section: 'changelog', from: listSitemapEntries, steps: listSitemapPageStarts },
} satisfies Record<string, Kind>

type KindName = keyof typeof kinds

const isKind = (name: string): name is KindName => Object.hasOwn(kinds, name)

/**
 * What search engines are told of: one file where all addresses fit into it, else an index of files, each of which is
 * named by the id that it begins with.
 * @returns null for a file that there is not, and where nothing is shown.
 */
export async function renderSitemap(visit: PortalContext): Promise<string | null> {
  const { query, workspace } = visit
  const shown = (Object.keys(kinds) as KindName[]).filter((name) => workspace.sections[kinds[name].section])
  const of = query.get('of')
  if (of === null) return renderSitemapRoot(visit, shown)
  if (of === 'pages') return renderUrlSet(await listPageUrls(visit))
  const from = query.get('from') ?? ''
  return isKind(of) && shown.includes(of) && isUuid(from) ? renderUrlSet(await listUrlsFrom(visit, of, from)) : null
}

async function renderSitemapRoot(visit: PortalContext, shown: KindName[]): Promise<string | null> {
  const pages = await listPageUrls(visit)
  if (pages.length === 0) return null
  const steps = await loadSitemapFiles(visit, shown)
  const isShort = new Set(steps.map(({ of }) => of)).size === steps.length
  const others = isShort ? await Promise.all(steps.map(({ of, from }) => listUrlsFrom(visit, of, from))) : []
  const all = [...pages, ...others.flat()]
  // What is short by itself may be too long together.
  return isShort && all.length <= maxUrlsPerFile ? renderUrlSet(all) : renderSitemapIndex(visit.portalUrl, steps)
}

interface SitemapUrl {
  url: string
  /** ISO 8601; null where it is not known. */
  updatedAt: string | null
}

async function listPageUrls({ scope, workspace, portalUrl: address }: PortalContext): Promise<SitemapUrl[]> {
  const { requests, roadmap, changelog } = workspace.sections
  const boards = requests ? await listPublicBoards(scope) : []
  const paths = [
    ...(requests ? ['/'] : []),
    ...(roadmap ? ['/roadmap'] : []),
    ...(changelog ? ['/changelog'] : []),
    ...boards.map(({ slug }) => `/?board=${encodeURIComponent(slug)}`),
  ]
  return paths.map((path) => ({ url: `${address}${path}`, updatedAt: null }))
}

const listUrlsFrom = async (
  { scope, portalUrl: address }: PortalContext,
  name: KindName,
  from: string,
): Promise<SitemapUrl[]> =>
  (await kinds[name].from(scope, from, maxUrlsPerFile)).map(({ id, updatedAt }) => ({
    url: `${address}/${name}/${id}`,
    updatedAt,
  }))

interface SitemapFile {
  of: KindName
  from: string
}

// Counting a million requests takes a while, and anybody may ask; search engines come once a day.
const cacheMs = 600_000
const fileCache = new Map<string, { steps: SitemapFile[]; since: number }>()

/** Where each file begins. New ones are added at the end, so one that is long is long for good. */
async function loadSitemapFiles({ scope, workspace }: PortalContext, shown: KindName[]): Promise<SitemapFile[]> {
  const key = `${workspace.id} ${shown}`
  const known = fileCache.get(key)
  if (known && performance.now() - known.since < cacheMs) return known.steps
  fileCache.delete(key)
  const lists = await Promise.all(
    shown.map(async (of) => (await kinds[of].steps(scope, maxUrlsPerFile)).map((from) => ({ of, from }))),
  )
  const steps = lists.flat()
  if (steps.length > shown.length) fileCache.set(key, { steps, since: performance.now() })
  return steps
}

const renderUrlSet = (
  addresses: SitemapUrl[],
): string => xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map(
  ({ url, updatedAt }) => html`<url><loc>${url}</loc>${updatedAt && html`<lastmod>${updatedAt}</lastmod>`}</url>
`,
)}</urlset>
`

function renderSitemapIndex(address: string, steps: SitemapFile[]): string {
  const queries = [{ of: 'pages' }, ...steps].map((each) => new URLSearchParams({ ...each }))
  return xml`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${queries.map(
  (query) => html`<sitemap><loc>${address}/sitemap.xml?${String(query)}</loc></sitemap>
`,
)}</sitemapindex>
`
}
