import { useRouteLoaderData } from 'react-router'
import type { ListedCustomer } from '#server/customers/list.ts'
import { NumberText } from '../../../ui/data/number-text.tsx'
import { type Column, Table } from '../../../ui/data/table.tsx'
import { DateText } from '../../../ui/data/time.tsx'
import { Checkbox } from '../../../ui/forms/choice.tsx'
import { bulkRemovalMessages } from '../../messages/bulk-removal.ts'
import { customersMessages as messages } from '../../messages/customers.ts'
import { customerName } from '../customer-name.ts'

const columns: Column<ListedCustomer>[] = [
  {
    key: 'name',
    head: messages.columns.name,
    grows: true,
    cell: (row) => <Checkbox name="id" value={row.id} label={<bdi>{customerName(row)}</bdi>} defaultChecked />,
  },
  ...(['requests', 'votes', 'comments'] as const).map(
    (key): Column<ListedCustomer> => ({
      key,
      head: messages.columns[key],
      align: 'end',
      cell: (row) => <NumberText value={row[key]} />,
    }),
  ),
  { key: 'added', head: messages.columns.added, align: 'end', cell: (row) => <AddedCell {...row} /> },
]

/** The accounts found, each selected. */
export const CandidateTable = ({ rows }: { rows: ListedCustomer[] }) => (
  <Table caption={bulkRemovalMessages.list} columns={columns} rows={rows} rowKey={({ id }) => id} stacked />
)

function AddedCell({ createdAt }: ListedCustomer) {
  const { zone } = useRouteLoaderData<{ zone: string }>('root')!
  return <DateText value={createdAt} zone={zone} clock />
}
