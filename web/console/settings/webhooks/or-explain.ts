import { redirectWithFlash } from '#server/console/flash.ts'
import { Problem } from '#server/platform/problems.ts'

/**
 * Runs the action of a button, which has no room for an error: if it is rejected, the page was out of date, so it loads
 * again with a message.
 */
export async function orExplain(pageUrl: string, act: () => Promise<Response>): Promise<Response> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'validation_error') throw error
    return redirectWithFlash(pageUrl, error.message, { tone: 'warning' })
  }
}
