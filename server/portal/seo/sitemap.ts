import { publicBoards } from '../../boards/public.ts'
import { entriesFrom, entrySteps } from '../../changelog/public/sitemap.ts'
import { type Known, requestSteps, requestsFrom } from '../../feedback/public/sitemap.ts'
import { html } from '../../platform/formats/html.ts'
import { isUuid } from '../../platform/ids.ts'
import type { Scope } from '../../platform/scope.ts'
import { xml } from '../../platform/formats/xml.ts'
import type { Section, Visit } from '../http/context.ts'

// The format allows 50,000 in a file (sitemaps.org); a fifth of that is made, sent and kept in memory without effort.
const addressesAtMost = 10_000

/** Pages of one kind, of which there may be any number. */
interface Kind {
  section: Section
  from(scope: Scope, from: string, limit: number): Promise<Known[]>
  steps(scope: Scope, step: number): Promise<string[]>
}

const kinds = {
  requests: { section: 'requests', from: requestsFrom, steps: requestSteps },
  changelog: { section: 'changelog', from: entriesFrom, steps: entrySteps },
} satisfies Record<string, Kind>

type KindName = keyof typeof kinds

const isKind = (name: string): name is KindName => Object.hasOwn(kinds, name)

/**
 * What search engines are told of: one file where all addresses fit into it, else an index of files, each of which is
 * named by the id that it begins with.
 * @returns null for a file that there is not, and where nothing is shown.
 */
export async function sitemapOf(visit: Visit): Promise<string | null> {
  const { query, workspace } = visit
  const shown = (Object.keys(kinds) as KindName[]).filter((name) => workspace.sections[kinds[name].section])
  const of = query.get('of')
  if (of === null) return wholeOf(visit, shown)
  if (of === 'pages') return filesOf(await pageAddresses(visit))
  const from = query.get('from') ?? ''
  return isKind(of) && shown.includes(of) && isUuid(from) ? filesOf(await addressesFrom(visit, of, from)) : null
}

async function wholeOf(visit: Visit, shown: KindName[]): Promise<string | null> {
  const pages = await pageAddresses(visit)
  if (pages.length === 0) return null
  const steps = await stepsOf(visit, shown)
  const isShort = new Set(steps.map(({ of }) => of)).size === steps.length
  const others = isShort ? await Promise.all(steps.map(({ of, from }) => addressesFrom(visit, of, from))) : []
  const all = [...pages, ...others.flat()]
  // What is short by itself may be too long together.
  return isShort && all.length <= addressesAtMost ? filesOf(all) : indexOf(visit.address, steps)
}

interface Address {
  url: string
  /** ISO 8601; null where it is not known. */
  updatedAt: string | null
}

async function pageAddresses({ scope, workspace, address }: Visit): Promise<Address[]> {
  const { requests, roadmap, changelog } = workspace.sections
  const boards = requests ? await publicBoards(scope) : []
  const paths = [
    ...(requests ? ['/'] : []),
    ...(roadmap ? ['/roadmap'] : []),
    ...(changelog ? ['/changelog'] : []),
    ...boards.map(({ slug }) => `/?board=${encodeURIComponent(slug)}`),
  ]
  return paths.map((path) => ({ url: `${address}${path}`, updatedAt: null }))
}

const addressesFrom = async ({ scope, address }: Visit, name: KindName, from: string): Promise<Address[]> =>
  (await kinds[name].from(scope, from, addressesAtMost)).map(({ id, updatedAt }) => ({
    url: `${address}/${name}/${id}`,
    updatedAt,
  }))

interface Step {
  of: KindName
  from: string
}

// Counting a million requests takes a while, and anybody may ask; search engines come once a day.
const keptMs = 600_000
const kept = new Map<string, { steps: Step[]; since: number }>()

/** Where each file begins. New ones are added at the end, so one that is long is long for good. */
async function stepsOf({ scope, workspace }: Visit, shown: KindName[]): Promise<Step[]> {
  const key = `${workspace.id} ${shown}`
  const known = kept.get(key)
  if (known && performance.now() - known.since < keptMs) return known.steps
  kept.delete(key)
  const lists = await Promise.all(
    shown.map(async (of) => (await kinds[of].steps(scope, addressesAtMost)).map((from) => ({ of, from }))),
  )
  const steps = lists.flat()
  if (steps.length > shown.length) kept.set(key, { steps, since: performance.now() })
  return steps
}

const filesOf = (addresses: Address[]): string => xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map(
  ({ url, updatedAt }) => html`<url><loc>${url}</loc>${updatedAt && html`<lastmod>${updatedAt}</lastmod>`}</url>
`,
)}</urlset>
`

function indexOf(address: string, steps: Step[]): string {
  const queries = [{ of: 'pages' }, ...steps].map((each) => new URLSearchParams({ ...each }))
  return xml`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${queries.map(
  (query) => html`<sitemap><loc>${address}/sitemap.xml?${String(query)}</loc></sitemap>
`,
)}</sitemapindex>
`
}
