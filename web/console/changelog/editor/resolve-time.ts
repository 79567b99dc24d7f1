import { resolveLocalTime } from '#server/changelog/publishing/time-zones.ts'
import { actionFor } from '#server/console/handlers.ts'

export { clientAction } from '../../offline-action.ts'

/** Resolves a local date and time in a time zone. */
export const action = actionFor.member({
  moment: async ({ form, now }) => {
    const { instant, localTime, note } = resolveLocalTime(form.text('local'), form.text('zone'))
    return { instant, zone: localTime.zone, note, isPast: instant <= now }
  },
})
