import { instantInZone } from '#server/changelog/publishing/time-zones.ts'
import { acts } from '#server/console/handlers.ts'

export { clientAction } from '../../offline-action.ts'

/** The moment that a date and time in a zone is. */
export const action = acts.member({
  moment: async ({ form, now }) => {
    const { instant, wall, note } = instantInZone(form.text('local'), form.text('zone'))
    return { instant, zone: wall.zone, note, isPast: instant <= now }
  },
})
