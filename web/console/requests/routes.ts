import { route } from '@react-router/dev/routes'

export const requestRoutes = [route('requests', 'requests/page.tsx')]
