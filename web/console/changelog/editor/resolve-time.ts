import { resolveLocalTime } from '#server/changelog/publishing/time-zones.ts'
import { actionFor } from '#server/console/handlers.ts'

export { clientAction } from '../../offline-action.ts'

/** The moment that a date and time in a zone is. */
export const action = actionFor.member({
  moment: async ({ form, now }) => {
    const { instant, localTime: wall, note } = resolveLocalTime(form.text('local'), form.text('zone'))
    return { instant, zone: wall.zone, note, isPast: instant <= now }
  },
})
