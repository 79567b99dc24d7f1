import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile, rename, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OutboundError, type OutboundFetch } from '../../platform/outbound/outbound.ts'
import { invalidState } from '../../platform/problems.ts'
import { type Connection, type GitHubItem, type GitHubKind, gitHubKinds, pageQuery, restQuery } from './queries.ts'
import { toRow } from './to-row.ts'

export interface GitHubSource {
  fetch: OutboundFetch
  /** The address of the REST API. */
  apiUrl: string
  token: string
  /** `owner/name` */
  repository: string
  /** The kinds to download. Default: both. */
  kinds?: readonly GitHubKind[]
  signal: AbortSignal
}

/** The position of a download. It is written after the rows, so rows beyond `bytes` are from an incomplete page. */
interface State {
  kind: GitHubKind | null
  after: string | null
  bytes: number
  requests?: number
}

export const defaultGitHubApi = 'https://api.github.com'

/** Returns the folder of a repository's download, so that the same command resumes it. */
export const downloadFolder = (dataDir: string, workspaceId: string, repository: string): string =>
  join(
    dataDir,
    'imports',
    `github-${createHash('sha256').update(`${workspaceId}\n${repository.toLowerCase()}`).digest('hex').slice(0, 32)}`,
  )

/**
 * Downloads the discussions and issues of a repository into a file, page by page. A download that is killed or stopped
 * by GitHub's rate limit resumes with the next page.
 * @returns the file
 * @throws 400 if GitHub refuses the token or does not know the repository, or limits the rate
 */
export async function downloadRepository(
  source: GitHubSource,
  folder: string,
  onProgress: (requests: number) => void = () => {},
): Promise<string> {
  const path = join(folder, 'repository.ndjson')
  const statePath = join(folder, 'state')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { kinds = gitHubKinds } = source
  const state = (await readState(folder)) ?? { kind: kinds[0]!, after: null, bytes: 0 }
  await appendFile(path, '', { mode: 0o600 })
  await truncate(path, state.bytes)
  let requests = state.requests ?? 0
  while (state.kind !== null) {
    source.signal.throwIfAborted()
    const page = await readPage(source, state.kind, state.after)
    const lines = page.nodes.map((item) => `${JSON.stringify(toRow(item))}\n`).join('')
    await appendFile(path, lines)
    requests += page.nodes.length
    onProgress(requests)
    const next = kinds[kinds.indexOf(state.kind) + 1] ?? null
    const { hasNextPage, endCursor } = page.pageInfo
    Object.assign(state, {
      kind: hasNextPage ? state.kind : next,
      after: hasNextPage ? endCursor : null,
      bytes: state.bytes + Buffer.byteLength(lines),
      requests,
    })
    await writeFile(`${statePath}.new`, JSON.stringify(state))
    await rename(`${statePath}.new`, statePath)
  }
  return path
}

const readState = (folder: string): Promise<State | null> =>
  readFile(join(folder, 'state'), 'utf8').then(JSON.parse, () => null)

/** Returns whether a folder has a download that has ended. */
export const isDownloaded = async (folder: string): Promise<boolean> => (await readState(folder))?.kind === null

async function readPage(source: GitHubSource, kind: GitHubKind, after: string | null): Promise<Connection<GitHubItem>> {
  const [owner, name] = source.repository.split('/')
  const { repository } = await query<{ repository: { items: Connection<GitHubItem> } | null }>(
    source,
    pageQuery(kind),
    {
      ...{ owner, name, after },
    },
  )
  if (repository === null) throw unknownRepository(source.repository)
  for (const item of repository.items.nodes) {
    await readRest(source, kind, item, 'comments')
    if (item.reactions) await readRest(source, kind, item, 'reactions')
  }
  return repository.items
}

const unknownRepository = (repository: string) =>
  invalidState(`GitHub has no repository ${repository} that this token can read.`)

/** Completes the comments or reactions of an item that has more than one page of them. */
async function readRest(
  source: GitHubSource,
  kind: GitHubKind,
  item: GitHubItem,
  connection: 'comments' | 'reactions',
): Promise<void> {
  const all = item[connection] as Connection<unknown>
  while (all.pageInfo.hasNextPage) {
    const { node } = await query<{ node: { items: Connection<unknown> } }>(source, restQuery(kind, connection), {
      id: item.id,
      after: all.pageInfo.endCursor,
    })
    all.nodes.push(...node.items.nodes)
    all.pageInfo = node.items.pageInfo
  }
}

interface GraphQlAnswer<T> {
  data?: T
  errors?: { type?: string; message: string }[]
}

async function query<T>(
  { fetch, apiUrl, token, repository, signal }: GitHubSource,
  text: string,
  variables: object,
): Promise<T> {
  // GitHub Enterprise Server has its REST API at /api/v3.
  const url = `${apiUrl.replace(/\/$/, '').replace(/\/v3$/, '')}/graphql`
  const {
    status,
    headers,
    text: body,
  } = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'user-agent': 'heed' },
    body: JSON.stringify({ query: text, variables }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]),
  }).catch((error) => {
    if (!(error instanceof OutboundError)) throw error
    throw invalidState(`GitHub cannot be reached: ${error.message}. Try again to resume the download.`)
  })
  if (status === 401) throw invalidState('GitHub does not accept this token.')
  if (status === 429 || status === 403) {
    const wait = headers['retry-after'] ?? 'a few minutes'
    throw invalidState(
      `GitHub is refusing requests (${status}, retry after ${wait}). Try again then to resume the download.`,
    )
  }
  if (status !== 200) throw invalidState(`GitHub returned an error (${status}). Try again to resume the download.`)
  const { data, errors = [] } = JSON.parse(body) as GraphQlAnswer<T>
  const [error] = errors
  if (error?.type === 'RATE_LIMITED')
    throw invalidState('GitHub’s rate limit has been reached. Try again in an hour to resume the download.')
  if (error?.type === 'NOT_FOUND') throw unknownRepository(repository)
  if (error || !data) throw invalidState(`GitHub returned an error: ${error?.message.slice(0, 200) ?? 'no data'}`)
  return data
}
