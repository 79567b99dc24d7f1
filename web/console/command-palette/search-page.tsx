import { SearchX } from 'lucide-react'
import { Form, useRouteLoaderData } from 'react-router'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { loaderFor } from '#server/console/handlers.ts'
import { searchWorkspace } from '#server/console/search.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Row, RowLink, Rows } from '../../ui/data/list-row.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { EmptyState } from '../../ui/notices/empty-state.tsx'
import type { ListboxOption } from '../../ui/pickers/listbox.tsx'
import { matchesOption, rankOptions } from '../../ui/pickers/rank-options.ts'
import type { WorkspaceLayoutData } from '../layout/workspace-layout.tsx'
import { searchPageMessages as messages, paletteMessages } from '../messages/command-palette.ts'
import { linksFor } from './commands.ts'
import { countResults, describeCounts, toSearchOptions } from './search-results.ts'

/** The palette as a page: works without script, and can be bookmarked. */
export const loader = loaderFor.memberFromReplica(async ({ scope, url, home, deps, membership }) => {
  const text = (url.searchParams.get('q') ?? '').trim()
  const results = await searchWorkspace(scope, text, getCursorSigner(deps))
  const picks = toSearchOptions(results, home, text)
  return { text, picks, counts: describeCounts(results), ...countResults(results), workspace: membership.name }
})

type SearchPageData = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: SearchPageData }) =>
  loaderData ? [{ title: messages.titleOf({ workspace: loaderData.workspace }) }] : []

export default function SearchPage({ loaderData }: { loaderData: SearchPageData }) {
  const { text, picks, counts, count, isCapped } = loaderData
  const workspaceLayout = useRouteLoaderData<WorkspaceLayoutData>('layout/workspace-layout')!
  const commands = linksFor(workspaceLayout).filter((command) => matchesOption(command, text))
  const groups = Map.groupBy(rankOptions([...commands, ...picks], text), ({ group }) => group ?? '')
  return (
    <div className="flex max-w-form flex-col gap-6 p-6 max-md:p-4">
      <PageHeader title={messages.title} />
      <Form method="get" role="search" className="flex gap-2">
        <TextInput
          type="search"
          name="q"
          key={text}
          defaultValue={text}
          maxLength={200}
          aria-label={paletteMessages.label}
          placeholder={paletteMessages.placeholder}
          autoComplete="off"
        />
        <Button type="submit">{messages.submit}</Button>
      </Form>
      {text !== '' && groups.size > 0 && (
        <p role="status" className="text-13 text-muted">
          {(isCapped ? messages.foundMore : messages.found)({ count: commands.length + count })}
        </p>
      )}
      {groups.size === 0 && (
        <EmptyState icon={<SearchX />} title={messages.none.title}>
          {messages.none.text({ text })}
        </EmptyState>
      )}
      {[...groups].map(([name, group]) => (
        <Group key={name} name={name} picks={group} count={text === '' ? undefined : counts[name]} />
      ))}
    </div>
  )
}

function Group({ name, picks, count }: { name: string; picks: ListboxOption[]; count: string | undefined }) {
  const title = count === undefined ? name : messages.groupTitle({ name, count })
  return (
    <Card title={title} flush>
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
