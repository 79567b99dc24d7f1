import { loaderFor } from '#server/console/handlers.ts'
import { notFound } from '#server/platform/problems.ts'

/** Whatever no page answers: said inside the frame to a member, and to a stranger like any other absence. */
export const loader = loaderFor.member(async () => {
  throw notFound()
})

/** Never shown; without it this would be no page, and the answer no page either. */
export default function NotFound() {
  return null
}
