import { useState } from 'react'
import type { PortalSettings } from '#server/portal/settings/settings.ts'
import { Checkbox, RadioGroup } from '../../../ui/forms/choice.tsx'
import { FieldSet } from '../../../ui/forms/field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { portalMessages as messages } from '../../messages/settings/portal.ts'

const accesses = ['public', 'private'] as const
const sections = ['showsRequests', 'showsRoadmap', 'showsChangelog'] as const

/** Renders who can read the portal, and its sections. */
export function VisibilityCard({ portal }: { portal: PortalSettings }) {
  const [shown, setShown] = useState(portal)
  const isEmpty = sections.every((section) => !shown[section])
  return (
    <Card title={messages.visibility}>
      <div className="form">
        <RadioGroup
          name="access"
          legend={messages.visibility}
          hideLegend
          look="cards"
          defaultValue={portal.access}
          options={accesses.map((value) => ({ value, ...messages.accesses[value] }))}
        />
        <FieldSet legend={messages.sections}>
          {sections.map((section) => (
            <Checkbox
              key={section}
              name={section}
              label={messages.sectionNames[section]}
              help={messages.sectionHelp[section]}
              defaultChecked={portal[section]}
              onChange={(event) => setShown({ ...shown, [section]: event.target.checked })}
            />
          ))}
        </FieldSet>
        {isEmpty && (
          <Notice tone="warning" title={messages.nothingShown}>
            <p>{messages.nothingShownText}</p>
          </Notice>
        )}
      </div>
    </Card>
  )
}
