import { listPublicBoards } from '../../boards/public.ts'
import { listSitemapEntries, listSitemapPageStarts } from '../../changelog/public/sitemap.ts'
import { listSitemapRequestBoundaries, listSitemapRequests, type SitemapEntry } from '../../feedback/public/sitemap.ts'
import { html } from '../../platform/formats/html.ts'
import { xml } from '../../platform/formats/xml.ts'
import { isUuid } from '../../platform/ids.ts'
import type { Scope } from '../../platform/scope.ts'
import type { PortalContext, Section } from '../http/context.ts'

// The format allows 50,000 URLs in a file (sitemaps.org); a fifth of that is cheap to render, send and cache.
const maxUrlsPerFile = 10_000

/** A kind of page with an unlimited number of pages. */
interface Kind {
  section: Section
  /** Lists pages in the order of their ids, from one id on. */
  listFrom(scope: Scope, from: string, limit: number): Promise<SitemapEntry[]>
  /** Lists the id that each file starts with. */
  listFileStarts(scope: Scope, pagesPerFile: number): Promise<string[]>
}

const kinds = {
  requests: { section: 'requests', listFrom: listSitemapRequests, listFileStarts: listSitemapRequestBoundaries },
  changelog: { section: 'changelog', listFrom: listSitemapEntries, listFileStarts: listSitemapPageStarts },
} satisfies Record<string, Kind>

type KindName = keyof typeof kinds

const isKind = (name: string): name is KindName => Object.hasOwn(kinds, name)

/**
 * Renders the sitemap: one file if all URLs fit, otherwise an index of files, each named by the id it starts with.
 * @returns null for an unknown file, and if the portal shows no section
 */
export async function renderSitemap(context: PortalContext): Promise<string | null> {
  const { query, workspace } = context
  const shown = (Object.keys(kinds) as KindName[]).filter((name) => workspace.sections[kinds[name].section])
  const of = query.get('of')
  if (of === null) return renderSitemapRoot(context, shown)
  if (of === 'pages') return renderUrlSet(await listPageUrls(context))
  const from = query.get('from') ?? ''
  return isKind(of) && shown.includes(of) && isUuid(from) ? renderUrlSet(await listUrlsFrom(context, of, from)) : null
}

async function renderSitemapRoot(context: PortalContext, shown: KindName[]): Promise<string | null> {
  const pages = await listPageUrls(context)
  if (pages.length === 0) return null
  const files = await loadSitemapFiles(context, shown)
  const isOneFilePerKind = new Set(files.map(({ of }) => of)).size === files.length
  const others = isOneFilePerKind ? await Promise.all(files.map(({ of, from }) => listUrlsFrom(context, of, from))) : []
  const urls = [...pages, ...others.flat()]
  // Kinds that each fit into one file may not fit into it together.
  const fits = isOneFilePerKind && urls.length <= maxUrlsPerFile
  return fits ? renderUrlSet(urls) : renderSitemapIndex(context.portalUrl, files)
}

interface SitemapUrl {
  url: string
  /** ISO 8601; null if unknown. */
  updatedAt: string | null
}

async function listPageUrls({ scope, workspace, portalUrl }: PortalContext): Promise<SitemapUrl[]> {
  const { requests, roadmap, changelog } = workspace.sections
  const boards = requests ? await listPublicBoards(scope) : []
  const paths = [
    ...(requests ? ['/'] : []),
    ...(roadmap ? ['/roadmap'] : []),
    ...(changelog ? ['/changelog'] : []),
    ...boards.map(({ slug }) => `/?board=${encodeURIComponent(slug)}`),
  ]
  return paths.map((path) => ({ url: `${portalUrl}${path}`, updatedAt: null }))
}

const listUrlsFrom = async ({ scope, portalUrl }: PortalContext, name: KindName, from: string): Promise<SitemapUrl[]> =>
  (await kinds[name].listFrom(scope, from, maxUrlsPerFile)).map(({ id, updatedAt }) => ({
    url: `${portalUrl}/${name}/${id}`,
    updatedAt,
  }))

interface SitemapFile {
  of: KindName
  from: string
}

// Counting a million requests takes a while, and anyone may request the file; search engines come once a day.
const cacheMs = 600_000
const fileCache = new Map<string, { files: SitemapFile[]; since: number }>()

/** Lists the files. Caches long lists only: new pages are added at the end, so a full file stays full. */
async function loadSitemapFiles({ scope, workspace }: PortalContext, shown: KindName[]): Promise<SitemapFile[]> {
  const key = `${workspace.id} ${shown}`
  const known = fileCache.get(key)
  if (known && performance.now() - known.since < cacheMs) return known.files
  fileCache.delete(key)
  const lists = await Promise.all(
    shown.map(async (of) => (await kinds[of].listFileStarts(scope, maxUrlsPerFile)).map((from) => ({ of, from }))),
  )
  const files = lists.flat()
  if (files.length > shown.length) fileCache.set(key, { files, since: performance.now() })
  return files
}

const renderUrlSet = (urls: SitemapUrl[]): string => xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.map(
  ({ url, updatedAt }) => html`<url><loc>${url}</loc>${updatedAt && html`<lastmod>${updatedAt}</lastmod>`}</url>
`,
)}</urlset>
`

function renderSitemapIndex(portalUrl: string, files: SitemapFile[]): string {
  const queries = [{ of: 'pages' }, ...files].map((each) => new URLSearchParams({ ...each }))
  return xml`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${queries.map(
  (query) => html`<sitemap><loc>${portalUrl}/sitemap.xml?${String(query)}</loc></sitemap>
`,
)}</sitemapindex>
`
}
