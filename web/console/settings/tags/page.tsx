import { Plus, Tags as TagsIcon } from 'lucide-react'
import { done } from '#server/console/flash.ts'
import { checked } from '#server/console/form.ts'
import { acts } from '#server/console/handlers.ts'
import { addTag } from '#server/tags/add.ts'
import { TagCreate } from '#server/tags/create.ts'
import { deleteTag } from '#server/tags/delete.ts'
import { tagsCan } from '#server/tags/permissions.ts'
import { TagUpdate, updateTag } from '#server/tags/update.ts'
import { tagsWithUses } from '#server/tags/usage.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { settings } from '../../messages/settings/common.ts'
import { tagWords as words } from '../../messages/settings/tags.ts'
import { loadsSettings } from '../settings-loader.ts'
import { TagDialogs } from './tag-dialogs.tsx'
import { TagTable } from './tag-table.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loadsSettings(async ({ scope, url, home, membership }) => ({
  workspace: membership.name,
  here: `${home}/settings/tags`,
  tags: await tagsWithUses(scope),
  /** Which dialog is open: each has an address. */
  opened: {
    edit: url.searchParams.get('edit'),
    remove: url.searchParams.get('delete'),
    isNew: url.searchParams.has('new'),
  },
  can: tagsCan(scope.actor),
}))

export type TagsPage = Awaited<ReturnType<typeof loader>>

export const action = acts.member({
  create: async ({ form, write, home }) => {
    const input = checked(TagCreate, { name: form.text('name'), color: form.text('color').trim().toLowerCase() })
    const tag = await write((tx) => addTag(tx, input))
    return done(`${home}/settings/tags`, words.created(tag.name), { tone: 'success' })
  },
  update: async ({ form, write, home }) => {
    const input = checked(TagUpdate, { name: form.text('name'), color: form.text('color').trim().toLowerCase() })
    const tag = await write((tx) => updateTag(tx, form.id('id'), input))
    return done(`${home}/settings/tags`, words.saved(tag.name), { tone: 'success' })
  },
  delete: async ({ form, write, home }) => {
    await write((tx) => deleteTag(tx, form.id('id')))
    return done(`${home}/settings/tags`, words.removed(form.text('name')))
  },
})

export const meta = ({ loaderData }: { loaderData?: TagsPage }) => [
  { title: settings.titleOf(settings.areas.tags, loaderData?.workspace ?? '') },
]

export default function Tags({ loaderData: page }: { loaderData: TagsPage }) {
  const add = (
    <LinkButton look="primary" to={`${page.here}?new`} preventScrollReset icon={<Plus aria-hidden="true" />}>
      {words.add}
    </LinkButton>
  )
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={settings.areas.tags} meta={words.about} actions={page.tags.length > 0 && add} />
      <Card flush>
        {page.tags.length === 0 ? (
          <EmptyState icon={<TagsIcon />} title={words.empty} actions={add}>
            {words.emptyText}
          </EmptyState>
        ) : (
          <TagTable {...page} />
        )}
      </Card>
      <TagDialogs {...page} key={JSON.stringify(page.opened)} />
    </div>
  )
}
