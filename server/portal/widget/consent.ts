import type { ConsentEvidence } from '../../notifications/consents/record.ts'
import { isUndecidedOnAnnouncements } from '../../notifications/preferences/announcement-choice.ts'
import type { PortalContext } from '../http/context.ts'
import { widgetMessages } from '../messages/widget.ts'

/**
 * Returns the texts of the checkbox for announcements in the request form. Returns null if the visitor is not asked,
 * because the portal shows no changelog or the customer has already decided.
 */
export async function updatesBox({ workspace, viewer, scope }: PortalContext) {
  if (!workspace.sections.changelog) return null
  if (viewer !== null && !(await isUndecidedOnAnnouncements(scope, viewer.customerId))) return null
  return updatesTexts(workspace)
}

const updatesTexts = ({ name }: PortalContext['workspace']) => {
  const { label, help } = widgetMessages.updates
  return { label: label({ workspace: name }), help }
}

/** Returns the exact text of the checkbox. */
export const updatesWording = (workspace: PortalContext['workspace']): string =>
  Object.values(updatesTexts(workspace)).join('\n')

/** Returns the evidence for a selected checkbox. @param host of the page that showed the widget */
export const widgetEvidence = (host: string, wording: string): ConsentEvidence => ({
  surface: 'widget',
  page: 'request',
  host,
  wording,
})
