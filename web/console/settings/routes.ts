import { route } from '@react-router/dev/routes'

export const settingsRoutes = [route('settings', 'settings/page.tsx')]
