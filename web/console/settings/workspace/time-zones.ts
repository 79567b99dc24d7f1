export interface ZoneGroup {
  /** `Europe`; the name alone for zones of no region. */
  region: string
  zones: { value: string; label: string }[]
}

/** The zones by region, for a list to choose from. The server's, so that every browser shows the same. */
export function timeZones(current: string): ZoneGroup[] {
  const all = new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])
  const groups = Map.groupBy(all, (zone) => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'UTC'))
  return [...groups].map(([region, zones]) => ({
    region,
    zones: zones.map((value) => ({ value, label: value.slice(value.indexOf('/') + 1).replaceAll('_', ' ') })),
  }))
}
