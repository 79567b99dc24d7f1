import { Problem } from '#server/platform/problems.ts'

interface CursorPage<T> {
  page: T
  isFirst: boolean
}

/** The part of a list after a cursor; the first one where the cursor is none of this list, such as an old one. */
export async function readPageOrFirst<T>(
  cursor: string | undefined,
  read: (cursor: string | undefined) => Promise<T>,
): Promise<CursorPage<T>> {
  if (cursor === undefined) return { page: await read(undefined), isFirst: true }
  const page = await read(cursor).catch((error) => {
    if (isCursorError(error)) return null
    throw error
  })
  return page === null ? { page: await read(undefined), isFirst: true } : { page, isFirst: false }
}

const isCursorError = (error: unknown): boolean =>
  error instanceof Problem && error.extra.details?.some(({ path }) => path === 'query.cursor') === true
