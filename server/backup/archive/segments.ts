import { listFolder } from '../copy.ts'

/** A compressed segment of the write-ahead log: 8 hexadecimal digits of the timeline, 16 of the position. */
export const segmentPattern = /^([0-9A-F]{24})\.gz$/

/** Returns the name of the next segment. Segments have 16 MB, so each group of eight digits has 256. */
export function segmentAfter(segment: string): string {
  const position = (BigInt(`0x${segment.slice(8, 16)}`) << 8n) + BigInt(`0x${segment.slice(16)}`) + 1n
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return segment.slice(0, 8) + hex(position >> 8n) + hex(position & 0xffn)
}

/**
 * Lists the archived segments starting at this one, in the order of the log.
 * @returns the segments, and the first missing segment that is followed by a later one; null if there is none
 */
export async function listSegments(
  wal: string,
  first: string,
): Promise<{ segments: string[]; missing: string | null }> {
  // A series has one timeline.
  const timeline = first.slice(0, 8)
  const segments = (await listFolder(wal))
    .map(({ name }) => segmentPattern.exec(name)?.[1])
    .filter((name) => name !== undefined)
    .filter((name) => name.startsWith(timeline) && name >= first)
    .sort()
  let expected = first
  for (const segment of segments) {
    if (segment !== expected) return { segments, missing: expected }
    expected = segmentAfter(segment)
  }
  return { segments, missing: null }
}

/** Returns the first segment that a backup contains. */
export function firstSegmentOf(files: { path: string }[]): string | null {
  const names = files.map(({ path }) => /^postgres\/pg_wal\/([0-9A-F]{24})$/.exec(path)?.[1])
  return names.filter((name) => name !== undefined).sort()[0] ?? null
}
