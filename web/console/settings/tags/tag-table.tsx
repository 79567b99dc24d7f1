import { Pencil, Trash2 } from 'lucide-react'
import type { TagWithUsage } from '#server/tags/usage.ts'
import { Tag } from '../../../ui/data/badge.tsx'
import { NumberText } from '../../../ui/data/number-text.tsx'
import { type Column, Table } from '../../../ui/data/table.tsx'
import { Menu, MenuLink } from '../../../ui/overlays/menu.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { tagsMessages as messages } from '../../messages/settings/tags.ts'
import type { TagsPage } from './page.tsx'

export function TagTable({ tags, pageUrl }: TagsPage) {
  const columns: Column<TagWithUsage>[] = [
    { key: 'tag', head: messages.tag, grows: true, cell: ({ name, color }) => <Tag color={color}>{name}</Tag> },
    {
      key: 'color',
      head: messages.color,
      wideOnly: true,
      cell: ({ color }) => <span className="font-mono text-muted">{color}</span>,
    },
    { key: 'uses', head: messages.entries, align: 'end', cell: ({ entries }) => <NumberText value={entries} /> },
    { key: 'requests', head: messages.requests, align: 'end', cell: ({ requests }) => <NumberText value={requests} /> },
    {
      key: 'actions',
      head: settingsMessages.actions,
      hideHead: true,
      align: 'end',
      cell: ({ id, name }) => (
        <Menu
          label={messages.menu({ name })}
          iconOnly
          icon={<Pencil aria-hidden="true" />}
          look="quiet"
          size="sm"
          align="end"
        >
          <MenuLink to={`${pageUrl}?edit=${id}`} preventScrollReset icon={<Pencil aria-hidden="true" />}>
            {settingsMessages.edit}
          </MenuLink>
          <MenuLink
            to={`${pageUrl}?delete=${id}`}
            preventScrollReset
            tone="danger"
            icon={<Trash2 aria-hidden="true" />}
          >
            {settingsMessages.delete}
          </MenuLink>
        </Menu>
      ),
    },
  ]
  return (
    <Table
      caption={messages.list}
      columns={columns}
      rows={tags}
      rowKey={({ id }) => id}
      rowTo={({ id }) => `${pageUrl}?edit=${id}`}
      rowTitle={({ name }) => name}
    />
  )
}
