import { route } from '@react-router/dev/routes'

export const customerRoutes = [route('customers', 'customers/page.tsx')]
