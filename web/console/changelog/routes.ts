import { route } from '@react-router/dev/routes'

export const changelogRoutes = [route('changelog', 'changelog/page.tsx')]
