import { Field } from '../../../ui/field.tsx'
import { SubmitWithoutScript } from '../../../ui/form.tsx'
import { Select } from '../../../ui/text-input.tsx'
import { FilterBar } from '../../../ui/toolbar.tsx'
import { sending as words } from '../../words/request-sending.ts'
import type { Proposal } from './proposal.ts'

/** The team comes first: what else can be chosen is its own. A form of its own, so that what was typed below stays. */
export function TeamChoice({ preview, choices, provider }: Proposal & { provider: keyof typeof words.places }) {
  const { teamId } = preview.proposedIssue
  if (choices.teams.length < 2) return null
  return (
    <FilterBar label={words.team} key={teamId}>
      <div className="sending-team">
        <Field name="teamId" label={words.places[provider].team}>
          <Select
            defaultValue={teamId ?? ''}
            options={choices.teams.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      </div>
      <SubmitWithoutScript>{words.show}</SubmitWithoutScript>
    </FilterBar>
  )
}
