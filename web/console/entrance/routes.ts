import { route } from '@react-router/dev/routes'

export const entranceRoutes = [route('sign-in', 'entrance/sign-in.tsx')]
