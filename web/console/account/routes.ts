import { route } from '@react-router/dev/routes'

export const accountRoutes = [route('account', 'account/page.tsx')]
