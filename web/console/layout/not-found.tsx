import { loaderFor } from '#server/console/handlers.ts'
import { notFound } from '#server/platform/problems.ts'

/** Handles unknown paths: members see the error inside the layout, everyone else gets the usual 404. */
export const loader = loaderFor.member(async () => {
  throw notFound()
})

/** Never rendered. Without a component, React Router would treat this as a resource route and send no page. */
export default function NotFound() {
  return null
}
