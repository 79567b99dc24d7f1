import { Pencil, Trash2 } from 'lucide-react'
import type { UsedTag } from '#server/tags/usage.ts'
import { Tag } from '../../../ui/data/badge.tsx'
import { Menu, MenuLink } from '../../../ui/overlays/menu.tsx'
import { NumberText } from '../../../ui/data/number-text.tsx'
import { type Column, Table } from '../../../ui/data/table.tsx'
import { settings } from '../../messages/settings/common.ts'
import { tagWords as words } from '../../messages/settings/tags.ts'
import type { TagsPage } from './page.tsx'

export function TagTable({ tags, here }: TagsPage) {
  const columns: Column<UsedTag>[] = [
    { key: 'tag', head: words.tag, grows: true, cell: ({ name, color }) => <Tag color={color}>{name}</Tag> },
    {
      key: 'color',
      head: words.color,
      wideOnly: true,
      cell: ({ color }) => <span className="font-mono text-muted">{color}</span>,
    },
    { key: 'uses', head: words.uses, align: 'end', cell: ({ entries }) => <NumberText value={entries} /> },
    {
      key: 'actions',
      head: settings.actions,
      hideHead: true,
      align: 'end',
      cell: ({ id, name }) => (
        <Menu
          label={words.menuOf(name)}
          iconOnly
          icon={<Pencil aria-hidden="true" />}
          look="quiet"
          size="sm"
          align="end"
        >
          <MenuLink to={`${here}?edit=${id}`} preventScrollReset icon={<Pencil aria-hidden="true" />}>
            {settings.edit}
          </MenuLink>
          <MenuLink to={`${here}?delete=${id}`} preventScrollReset tone="danger" icon={<Trash2 aria-hidden="true" />}>
            {settings.remove}
          </MenuLink>
        </Menu>
      ),
    },
  ]
  return (
    <Table
      caption={words.list}
      columns={columns}
      rows={tags}
      rowKey={({ id }) => id}
      rowTo={({ id }) => `${here}?edit=${id}`}
      rowTitle={({ name }) => name}
    />
  )
}
