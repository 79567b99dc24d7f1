import type { PortalSettings } from '#server/portal/settings/settings.ts'
import { Checkbox } from '../../../ui/forms/choice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { portalMessages as messages } from '../../messages/settings/portal.ts'

/** Renders which customers' names the portal shows, and whether its footer names Heed. */
export const PeopleCard = ({ portal }: { portal: PortalSettings }) => (
  <Card title={messages.people}>
    <div className="form">
      <Checkbox
        name="showsGivenNames"
        label={messages.showsGivenNames}
        help={messages.showsGivenNamesHelp}
        defaultChecked={portal.showsGivenNames}
      />
      <Checkbox
        name="showsBranding"
        label={messages.showsBranding}
        help={messages.showsBrandingHelp}
        defaultChecked={portal.showsBranding}
      />
    </div>
  </Card>
)
