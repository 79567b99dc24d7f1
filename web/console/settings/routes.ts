import { route } from '@react-router/dev/routes'

export const settingsRoutes = [route('settings', 'settings/page.tsx'), route('settings/members', 'settings/members/page.tsx')]
