import { SearchX } from 'lucide-react'
import { Form, useRouteLoaderData } from 'react-router'
import { cursorSigner } from '#server/console/cursor-signer.ts'
import { findAnything } from '#server/console/search.ts'
import { loads } from '#server/console/handlers.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/notices/empty-state.tsx'
import { Row, RowLink, Rows } from '../../ui/data/list-row.tsx'
import type { Pick } from '../../ui/pickers/listbox.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import type { Frame } from '../layout/workspace-layout.tsx'
import { palette, searchPage as words } from '../messages/command-palette.ts'
import { commandsFor } from './commands.ts'
import { picksOf } from './search-results.ts'

/** The palette as a page of its own: for a browser without script, and to come back to. */
export const loader = loads.member(async ({ scope, url, home, deps, membership }) => {
  const text = (url.searchParams.get('q') ?? '').trim()
  const found = await findAnything(scope, text, cursorSigner(deps))
  return { text, picks: picksOf(found, home), workspace: membership.name }
})

type Loaded = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: Loaded }) =>
  loaderData ? [{ title: words.titleOf(loaderData.workspace) }] : []

export default function SearchPage({ loaderData: { text, picks } }: { loaderData: Loaded }) {
  const frame = useRouteLoaderData<Frame>('frame/workspace')!
  const wanted = text.toLowerCase()
  const commands = commandsFor(frame).filter(({ label }) => label.toLowerCase().includes(wanted))
  const groups = Map.groupBy([...commands, ...picks], ({ group }) => group ?? '')
  return (
    <div className="flex max-w-form flex-col gap-6 px-6 py-4 max-md:px-4">
      <PageHeader title={words.title} />
      <Form method="get" role="search" className="flex gap-2">
        <TextInput
          type="search"
          name="q"
          key={text}
          defaultValue={text}
          maxLength={200}
          aria-label={palette.label}
          placeholder={palette.placeholder}
          autoComplete="off"
        />
        <Button type="submit">{words.submit}</Button>
      </Form>
      {text !== '' && groups.size > 0 && (
        <p role="status" className="text-13 text-muted">
          {words.found(commands.length + picks.length)}
        </p>
      )}
      {groups.size === 0 && (
        <EmptyState icon={<SearchX />} title={words.none.title}>
          {words.none.text(text)}
        </EmptyState>
      )}
      {[...groups].map(([name, group]) => (
        <Group key={name} name={name} picks={group} />
      ))}
    </div>
  )
}

function Group({ name, picks }: { name: string; picks: Pick[] }) {
  return (
    <Card title={name} flush>
      <Rows label={name}>
        {picks.map(({ value, label, note }) => (
          <Row
            key={value}
            title={<RowLink to={value}>{label}</RowLink>}
            end={note && <span className="max-w-48 truncate text-12 text-muted">{note}</span>}
          />
        ))}
      </Rows>
    </Card>
  )
}
