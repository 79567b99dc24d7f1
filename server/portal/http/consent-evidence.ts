import type { ConsentEvidence } from '../../notifications/consents/record.ts'
import type { PortalContext } from './context.ts'

/** Returns the evidence for a choice on a page of the portal. @param wording the text next to the control, as shown */
export const portalEvidence = (
  { base, deps, portalUrl }: Pick<PortalContext, 'base' | 'deps' | 'portalUrl'>,
  page: string,
  wording: string,
): ConsentEvidence => ({
  surface: 'portal',
  page,
  // A portal with a custom domain is also at its address on the instance.
  host: new URL(base === '' ? portalUrl : deps.settings.publicUrl).host,
  wording,
})
