import type { ZoneGroup } from './time-zones.ts'

/** The options of a select, by region. */
export const TimeZoneOptions = ({ groups }: { groups: ZoneGroup[] }) =>
  groups.map((group) => (
    <optgroup key={group.region} label={group.region}>
      {group.zones.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </optgroup>
  ))
