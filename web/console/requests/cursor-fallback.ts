import { Problem } from '#server/platform/problems.ts'

interface From<T> {
  page: T
  isFirst: boolean
}

/** The part of a list after a cursor; the first one where the cursor is none of this list, such as an old one. */
export async function partFrom<T>(
  cursor: string | undefined,
  read: (cursor: string | undefined) => Promise<T>,
): Promise<From<T>> {
  if (cursor === undefined) return { page: await read(undefined), isFirst: true }
  const page = await read(cursor).catch((error) => {
    if (isOfCursor(error)) return null
    throw error
  })
  return page === null ? { page: await read(undefined), isFirst: true } : { page, isFirst: false }
}

const isOfCursor = (error: unknown): boolean =>
  error instanceof Problem && error.extra.details?.some(({ path }) => path === 'query.cursor') === true
