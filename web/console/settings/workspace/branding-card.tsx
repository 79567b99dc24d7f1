import { type CSSProperties, useState } from 'react'
import { Badge } from '../../../ui/data/badge.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ColorInput } from '../../../ui/forms/color-input.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { workspaceWords as words } from '../../messages/settings/workspace.ts'
import { type Ground, isColor, sampleOn } from './contrast.ts'
import type { WorkspacePage } from './page.tsx'

const grounds: Ground[] = ['light', 'dark']

export function LookCard({ workspace }: WorkspacePage) {
  const [logoUrl, setLogoUrl] = useState(workspace.logoUrl ?? '')
  const [color, setColor] = useState(workspace.accentColor ?? '')
  return (
    <Card title={words.look} description={words.lookText}>
      <div className="form">
        <Field name="logoUrl" label={words.logo} optional help={words.logoHelp}>
          <TextInput
            type="url"
            defaultValue={workspace.logoUrl ?? ''}
            maxLength={2048}
            placeholder="https://example.com/logo.svg"
            onChange={(event) => setLogoUrl(event.target.value.trim())}
          />
        </Field>
        {/^https:\/\/./.test(logoUrl) && <LogoPreview key={logoUrl} url={logoUrl} />}
        {/* Both the text and the picker of the colour tell here what they were changed to. */}
        <div
          onChange={(event) => {
            const { value } = event.target as unknown as HTMLInputElement
            setColor(value.trim())
          }}
        >
          <Field name="accentColor" label={words.accent} optional help={words.accentHelp}>
            <ColorInput defaultValue={workspace.accentColor ?? ''} />
          </Field>
        </div>
        {isColor(color) && (
          <div className="accent-preview">
            {grounds.map((ground) => (
              <AccentSample key={ground} ground={ground} color={color.toLowerCase()} />
            ))}
          </div>
        )}
      </div>
    </Card>
  )
}

function LogoPreview({ url }: { url: string }) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return <p className="field-error">{words.logoFailed}</p>
  return (
    <div className="flex flex-wrap gap-3">
      {grounds.map((ground) => (
        <figure key={ground} className="flex flex-col gap-1">
          <div className="logo-preview accent-ground" data-ground={ground}>
            <img src={url} alt={words.logoAlt} onError={() => setFailed(true)} />
          </div>
          <figcaption className="text-12 text-muted">{words.logoOn[ground]}</figcaption>
        </figure>
      ))}
    </div>
  )
}

const ratio = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

function AccentSample({ ground, color }: { ground: Ground; color: string }) {
  const { ink, textContrast, groundContrast, fault } = sampleOn(ground, color)
  const verdict = fault === null ? words.good : fault === 'text' ? words.faintText : words.faintGround
  return (
    <div className="accent-ground" data-ground={ground}>
      <span className="text-12 text-muted">{words.grounds[ground]}</span>
      <span className="accent-button" style={{ '--sample': color, '--sample-ink': ink } as CSSProperties}>
        {words.sample}
      </span>
      <Badge tone={fault === null ? 'success' : 'warning'} dot>
        {verdict}
      </Badge>
      <span className="text-12 text-muted tabular-nums">
        {words.contrastText(ratio.format(textContrast))}
        <br />
        {words.contrastGround(ratio.format(groundContrast))}
      </span>
    </div>
  )
}
