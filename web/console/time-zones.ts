export interface ZoneGroup {
  /** Such as `Europe`; `UTC` for zones without a region. */
  region: string
  zones: { value: string; label: string }[]
}

/** Lists the time zones by region, including the current one, even if this system doesn’t list it. */
export function timeZones(current: string): ZoneGroup[] {
  const all = new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])
  const groups = Map.groupBy(all, (zone) => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'UTC'))
  return [...groups].map(([region, zones]) => ({
    region,
    zones: zones.map((value) => ({ value, label: value.slice(value.indexOf('/') + 1).replaceAll('_', ' ') })),
  }))
}
