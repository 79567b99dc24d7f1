const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** Formats a size with a decimal unit, such as `12.3 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return power === 0 ? `${bytes} B` : `${(bytes / 1_000 ** power).toFixed(1)} ${units[power]}`
}
