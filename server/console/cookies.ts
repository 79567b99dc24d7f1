/** For what is no secret and speaks for nobody: how the reader wants to see things, and what was just done. */
export const serializeConsoleCookie = (name: string, value: string, maxAgeSeconds: number): string =>
  `${name}=${encodeURIComponent(value)}; Path=/console; Max-Age=${maxAgeSeconds}; SameSite=Lax`
