import { loads } from '#server/console/page.ts'
import { notFound } from '#server/platform/problems.ts'

/** Whatever no page answers: said inside the frame to a member, and to a stranger like any other absence. */
export const loader = loads.member(async () => {
  throw notFound()
})
