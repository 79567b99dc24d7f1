import { route } from '@react-router/dev/routes'

export const statusRoutes = [route('status', 'status/page.tsx')]
