import { Plus, Tags as TagsIcon } from 'lucide-react'
import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { createTag } from '#server/tags/create.ts'
import { deleteTag } from '#server/tags/delete.ts'
import { tagsCan } from '#server/tags/permissions.ts'
import { TagCreate, TagUpdate } from '#server/tags/schema.ts'
import { updateTag } from '#server/tags/update.ts'
import { listTagsWithUsage } from '#server/tags/usage.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { tagsMessages as messages } from '../../messages/settings/tags.ts'
import { settingsLoader } from '../settings-loader.ts'
import { TagDialogs } from './tag-dialogs.tsx'
import { TagTable } from './tag-table.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, url, home, membership }) => ({
  workspace: membership.name,
  pageUrl: `${home}/settings/tags`,
  tags: await listTagsWithUsage(scope),
  /** The open dialog: each has a URL. */
  dialog: {
    edit: url.searchParams.get('edit'),
    remove: url.searchParams.get('delete'),
    isNew: url.searchParams.has('new'),
  },
  can: tagsCan(scope.actor),
}))

export type TagsPage = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  create: async ({ form, write, home }) => {
    const input = validateForm(TagCreate, { name: form.text('name'), color: form.text('color').trim().toLowerCase() })
    const tag = await write((tx) => createTag(tx, input))
    return redirectWithFlash(`${home}/settings/tags`, messages.created({ name: tag.name }), { tone: 'success' })
  },
  update: async ({ form, write, home }) => {
    const input = validateForm(TagUpdate, { name: form.text('name'), color: form.text('color').trim().toLowerCase() })
    const tag = await write((tx) => updateTag(tx, form.id('id'), input))
    return redirectWithFlash(`${home}/settings/tags`, messages.saved({ name: tag.name }), { tone: 'success' })
  },
  delete: async ({ form, write, home }) => {
    await write((tx) => deleteTag(tx, form.id('id')))
    return redirectWithFlash(`${home}/settings/tags`, messages.deleted({ name: form.text('name') }))
  },
})

export const meta = ({ loaderData }: { loaderData?: TagsPage }) => [
  { title: settingsMessages.pageTitle({ page: settingsMessages.areas.tags, workspace: loaderData?.workspace ?? '' }) },
]

export default function Tags({ loaderData: page }: { loaderData: TagsPage }) {
  const add = (
    <LinkButton look="primary" to={`${page.pageUrl}?new`} preventScrollReset icon={<Plus aria-hidden="true" />}>
      {messages.add}
    </LinkButton>
  )
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={settingsMessages.areas.tags} meta={messages.about} actions={page.tags.length > 0 && add} />
      <Card flush>
        {page.tags.length === 0 ? (
          <EmptyState icon={<TagsIcon />} title={messages.empty} actions={add}>
            {messages.emptyText}
          </EmptyState>
        ) : (
          <TagTable {...page} />
        )}
      </Card>
      <TagDialogs {...page} key={JSON.stringify(page.dialog)} />
    </div>
  )
}
