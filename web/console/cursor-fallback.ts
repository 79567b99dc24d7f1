import { Problem } from '#server/platform/problems.ts'

interface CursorPage<T> {
  page: T
  isFirst: boolean
}

/** Reads the page after a cursor, or the first page if the cursor is invalid for this list, such as an old one. */
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
