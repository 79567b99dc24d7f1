import { useState } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { Select, TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { workspaceMessages as messages } from '../../messages/settings/workspace.ts'
import { TimeZoneOptions } from '../../time-zone-options.tsx'
import type { WorkspacePage } from './page.tsx'

export function GeneralCard({ workspace, zones }: WorkspacePage) {
  const [slug, setSlug] = useState(workspace.slug)
  return (
    <Card title={messages.general}>
      <div className="form">
        <Field name="name" label={messages.name}>
          <TextInput defaultValue={workspace.name} maxLength={100} required dir="auto" />
        </Field>
        <Field name="slug" label={messages.slug} help={messages.slugHelp}>
          <TextInput
            before="/console/w/"
            defaultValue={workspace.slug}
            maxLength={63}
            required
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => setSlug(event.target.value.trim())}
          />
        </Field>
        {slug !== workspace.slug ? (
          <Notice tone="warning" title={messages.slugWarning}>
            <p>{messages.slugWarningText}</p>
          </Notice>
        ) : (
          <noscript>
            <p className="field-help">{messages.slugWarningText}</p>
          </noscript>
        )}
        <Field name="timeZone" label={messages.timeZone} help={messages.timeZoneHelp}>
          <Select defaultValue={workspace.timeZone}>
            <TimeZoneOptions groups={zones} />
          </Select>
        </Field>
      </div>
    </Card>
  )
}
