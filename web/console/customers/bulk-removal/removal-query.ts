import type { RemovalFilter } from '#server/customers/bulk-removal/candidates.ts'

export interface RemovalQuery {
  /** As `<input type="datetime-local">` has it, in UTC; empty without a limit. */
  from: string
  until: string
  isFromPortal: boolean
  /** Whether the form was sent; before, no account is listed. */
  isSent: boolean
}

export function parseRemovalQuery(params: URLSearchParams): RemovalQuery {
  const isSent = params.has('find')
  return {
    from: toLocalTime(params.get('from')),
    until: toLocalTime(params.get('until')),
    isFromPortal: isSent ? params.has('portal') : true,
    isSent,
  }
}

/** Returns the values that the database compares. */
export const toFilter = ({ from, until, isFromPortal }: RemovalQuery): RemovalFilter => ({
  from: from === '' ? null : `${from}Z`,
  until: until === '' ? null : `${until}Z`,
  isFromPortal,
})

/** Ignores anything that is not a time. */
const toLocalTime = (text: string | null): string =>
  text !== null &&
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}Z`))
    ? text
    : ''
