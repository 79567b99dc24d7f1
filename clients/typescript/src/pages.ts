import type { Pagination } from './generated/types.ts'
import type { Call } from './transport.ts'

/** The body of a response with a page. */
export interface PageBody<T> {
  data: T[]
  pagination: Pagination
}

type Fetch<T> = (query: { cursor?: string; limit?: number }) => Promise<PageBody<T>>

// The most that a page can have, so that reading a whole list takes the fewest requests.
const maxPageSize = 100

// biome-ignore lint/suspicious/noExplicitAny: as in the type of a promise
type OnError<B> = ((error: any) => B | PromiseLike<B>) | null

/** One page of a list. Iterating continues with the pages after it. */
export class Page<T> implements AsyncIterable<T> {
  readonly data: T[]
  /** Pass it as `cursor`, with the same filters, to get the next page later. Null on the last page. */
  readonly nextCursor: string | null
  readonly hasMore: boolean
  readonly #fetch: Fetch<T>

  constructor({ data, pagination }: PageBody<T>, fetch: Fetch<T>) {
    this.data = data
    this.nextCursor = pagination.nextCursor
    this.hasMore = pagination.hasMore
    this.#fetch = fetch
  }

  /** Fetches the next page. Returns null on the last one. */
  async next(): Promise<Page<T> | null> {
    if (this.nextCursor === null) return null
    return new Page(await this.#fetch({ cursor: this.nextCursor }), this.#fetch)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (let page: Page<T> | null = this; page; page = await page.next()) yield* page.data
  }
}

/**
 * A list of the API. `await` fetches one page; `for await` reads all items, page by page. Nothing is sent before that.
 */
export class List<T> implements Promise<Page<T>>, AsyncIterable<T> {
  readonly [Symbol.toStringTag] = 'List'
  readonly #fetch: Fetch<T>
  readonly #hasLimit: boolean
  #first: Promise<Page<T>> | undefined

  constructor(fetch: Fetch<T>, { query }: Call) {
    this.#fetch = fetch
    this.#hasLimit = (query as { limit?: number } | undefined)?.limit !== undefined
  }

  // biome-ignore lint/suspicious/noThenProperty: a list is awaited for its first page
  then<A = Page<T>, B = never>(
    onPage?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    onError?: OnError<B>,
  ): Promise<A | B> {
    this.#first ??= this.#page(this.#fetch)
    return this.#first.then(onPage, onError)
  }

  catch<B = never>(onError?: OnError<B>): Promise<Page<T> | B> {
    return this.then(undefined, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<Page<T>> {
    return this.then().finally(onEnd)
  }

  /** Iterates over the pages. Without `limit`, a page has 100 items. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    const fetch: Fetch<T> = this.#hasLimit ? this.#fetch : (query) => this.#fetch({ ...query, limit: maxPageSize })
    for (let page: Page<T> | null = await this.#page(fetch); page; page = await page.next()) yield page
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.data
  }

  async #page(fetch: Fetch<T>): Promise<Page<T>> {
    return new Page(await fetch({}), fetch)
  }
}
