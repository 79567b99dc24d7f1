import { route } from '@react-router/dev/routes'

export const customerRoutes = [
  route('customers', 'customers/list/page.tsx', [
    route(':id', 'customers/detail/page.tsx'),
    route(':id/activity/:kind', 'customers/activity/page.tsx'),
  ]),
  route('customers/new', 'customers/new/page.tsx'),
  route('customers/bulk-removal', 'customers/bulk-removal/page.tsx'),
  route('customers/export', 'customers/export.ts'),
]
