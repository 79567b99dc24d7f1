import { route } from '@react-router/dev/routes'

export const digestRoutes = [route('digest', 'digest/page.tsx')]
