import { useState } from 'react'
import { Card } from '../../../ui/layout/card.tsx'
import { Checkbox, RadioGroup } from '../../../ui/forms/choice.tsx'
import { FieldSet } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { portalWords as words } from '../../messages/settings/portal.ts'
import type { PortalPage } from './page.tsx'

const accesses = ['public', 'private'] as const
const sections = ['showsRequests', 'showsRoadmap', 'showsChangelog'] as const

/** Who reads the portal, and which of its parts. */
export function ReadingCard({ portal }: PortalPage) {
  const [shown, setShown] = useState(portal)
  const showsNothing = sections.every((section) => !shown[section])
  return (
    <Card title={words.reading}>
      <div className="form">
        <RadioGroup
          name="access"
          legend={words.reading}
          hideLegend
          look="cards"
          defaultValue={portal.access}
          options={accesses.map((value) => ({ value, ...words.accesses[value] }))}
        />
        <FieldSet legend={words.sections}>
          {sections.map((section) => (
            <Checkbox
              key={section}
              name={section}
              label={words.sectionNames[section]}
              help={words.sectionHelp[section]}
              defaultChecked={portal[section]}
              onChange={(event) => setShown({ ...shown, [section]: event.target.checked })}
            />
          ))}
        </FieldSet>
        {showsNothing && (
          <Notice tone="warning" title={words.nothing}>
            <p>{words.nothingText}</p>
          </Notice>
        )}
      </div>
    </Card>
  )
}
