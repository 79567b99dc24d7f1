/** Serializes a cookie that holds no secret and authorizes nothing: display preferences and flash messages. */
export const serializeConsoleCookie = (name: string, value: string, maxAgeSeconds: number): string =>
  `${name}=${encodeURIComponent(value)}; Path=/console; Max-Age=${maxAgeSeconds}; SameSite=Lax`
